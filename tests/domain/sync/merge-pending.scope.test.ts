import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { ACTION } from "@/lib/domain/change-actions";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { type SyncTranslation, syncContext } from "@/lib/domain/files/context";
import type { FileString } from "@/lib/domain/files/strings";
import { updateProject } from "@/lib/domain/projects/projects";
import { keepClashes, mergePending } from "@/lib/domain/sync/internal/merge-pending";
import type { Ours } from "@/lib/domain/sync/internal/merge-strings";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, inTransaction, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

/** What a merge with upstream does to edits that wait, and where the texts go that lost. */

let admin: Actor;
let component: ComponentRow;
let cs: SyncTranslation;
let de: SyncTranslation;
let quit: number;
let open: number;
let hashes: Record<string, string>;

const po = (quitText: string, openText: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Quit"\nmsgstr "${quitText}"\n\nmsgid "Open"\nmsgstr "${openText}"\n`;

async function translationOf(code: string): Promise<SyncTranslation> {
  const row = await textRow<{ id: number; languageId: number }>(
    db,
    sql`
    select t.id, t.language_id from translations t join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and l.code = ${code}`,
  );
  return { ...row, languageCode: code } as SyncTranslation;
}

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  const files = { "po/cs.po": po("Konec", "Otevřít"), "po/de.po": po("Ende", "Öffnen") };
  ({ component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" }));
  await updateProject(admin, component.project.slug, { translationReview: true });
  [cs, de] = [await translationOf("cs"), await translationOf("de")];
  [quit, open] = [await unitId(component, "cs", "Quit"), await unitId(component, "cs", "Open")];
  const sources = await textRows<{ source: string; hash: string }>(
    db,
    sql`select sources[1] as source, id_hash::text as hash from source_units where component_id = ${component.id}`,
  );
  hashes = Object.fromEntries(sources.map((row) => [row.source, row.hash]));
});
beforeEach(async () => {
  await edit("Quit", "Konec");
  await edit("Open", "Otevřít");
  await edit("Quit", "Ende", "de");
  await db.run(sql`delete from pending_changes`);
  await db.run(sql`delete from suggestions`);
  await db.run(sql`update units set pending = false, suggested = false`);
  await db.run(sql`update counters set pending = 0, suggestions = 0`);
});

const edit = async (source: string, target: string, language = "cs", state = 20) =>
  editUnit(admin, await unitId(component, language, source), { targets: [target], state });
const said = (source: string, target: string, given: Partial<FileString> = {}): FileString => ({
  idHash: hashes[source] as string,
  entryId: source,
  context: "",
  sources: [source],
  targets: [target],
  state: 20,
  note: "",
  location: "",
  flags: "",
  previousSource: "",
  position: 1,
  readOnly: false,
  ...given,
});
const change = (source: string, before: string, after: string) => ({
  before: said(source, before),
  after: said(source, after),
});
const context = () => syncContext(component, 0, false);
const merge = (changes: Parameters<typeof mergePending>[3], translation = cs) =>
  inTransaction((tx) => mergePending(tx, context(), translation, changes));
const waiting = async () =>
  (
    await textRows<{ translationId: number; targets: string[] }>(
      db,
      sql`select translation_id, targets from pending_changes order by id`,
    )
  ).map((row) => [row.translationId === cs.id ? "cs" : "de", row.targets[0]]);
const pendingUnits = async () =>
  (await textRows<{ id: number }>(db, sql`select id from units where pending order by id`)).map((row) => row.id);

describe("merging what waits", () => {
  it("leaves upstream's changes alone where nothing waits in this language", async () => {
    await edit("Quit", "Beenden", "de");
    const changes = [change("Quit", "Konec", "Zavřít")];
    expect(await merge(changes)).toEqual({ changes, kept: [], clashes: [], waiting: [] });
    expect(await waiting()).toEqual([["de", "Beenden"]]);
  });

  it("settles what upstream says too, in this string and language only", async () => {
    await edit("Quit", "Zavřít");
    await edit("Open", "Otevři");
    await edit("Quit", "Zavřít", "de");
    const inGerman = await unitId(component, "de", "Quit");
    expect(await merge([change("Quit", "Konec", "Zavřít")])).toEqual({
      changes: [],
      kept: [],
      clashes: [],
      waiting: [expect.objectContaining({ idHash: hashes.Open, targets: ["Otevři"] })],
    });
    expect(await waiting()).toEqual([
      ["cs", "Otevři"],
      ["de", "Zavřít"],
    ]);
    expect(await pendingUnits()).toEqual([open, inGerman].sort((a, b) => a - b));
    expect(await counterDrift()).toEqual([]);
  });

  it("settles nothing where upstream touched other strings", async () => {
    await edit("Quit", "Zavřít");
    const changes = [change("Open", "Otevřít", "Otevři")];
    expect(await merge(changes)).toEqual({
      changes,
      kept: [],
      clashes: [],
      waiting: [expect.objectContaining({ idHash: hashes.Quit, targets: ["Zavřít"] })],
    });
    expect(await waiting()).toEqual([["cs", "Zavřít"]]);
    expect(await pendingUnits()).toEqual([quit]);
    expect(await counterDrift()).toEqual([]);
  });

  it("goes by the newest edit of a string, and settles the older ones with it", async () => {
    await edit("Quit", "Ukončit");
    await db.run(sql`update pending_changes set "commit" = ${"a".repeat(40)}`);
    await edit("Quit", "Zavřít");
    expect(await waiting()).toHaveLength(2);
    const done = await merge([change("Quit", "Konec", "Skončit")]);
    expect(done).toMatchObject({
      clashes: [{ kind: "changed", winner: "theirs" }],
      changes: [change("Quit", "Konec", "Skončit")],
    });
    expect(done.kept).toMatchObject([
      {
        targets: ["Zavřít"],
        authorId: admin.userId,
        ours: { kind: "edit", idHash: hashes.Quit, unitId: quit, sources: ["Quit"], targets: ["Zavřít"], state: 20 },
      },
    ]);
    expect(await waiting()).toEqual([]);
    expect(await pendingUnits()).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("lets the newest edit wait on where upstream has got an older one of ours", async () => {
    for (const text of ["Ukončit", "Skončit", "Zavřít"]) await edit("Quit", text);
    await edit("Quit", "Skončit", "de");
    const done = await merge([change("Quit", "Konec", "Skončit")]);
    expect(done).toMatchObject({ clashes: [], changes: [], kept: [], waiting: [{ targets: ["Zavřít"] }] });
    expect(await waiting()).toEqual([
      ["cs", "Zavřít"],
      ["de", "Skončit"],
    ]);
    expect(await counterDrift()).toEqual([]);
  });

  it("lets an edit wait on that goes back to what upstream had before it got our older one", async () => {
    for (const text of ["Ukončit", "Konec"]) await edit("Quit", text);
    expect(await merge([change("Quit", "Konec", "Ukončit")])).toMatchObject({ clashes: [], changes: [], kept: [] });
    expect(await waiting()).toEqual([["cs", "Konec"]]);
    expect(await pendingUnits()).toEqual([quit]);
  });

  it("lets an edit wait on that upstream's change does not concern", async () => {
    await edit("Quit", "Zavřít");
    const after = said("Quit", "Konec", { note: "new", position: 7 });
    const { changes } = await merge([{ before: said("Quit", "Konec"), after }]);
    expect(changes).toEqual([
      { before: said("Quit", "Konec"), after: said("Quit", "Zavřít", { note: "new", position: 7 }) },
    ]);
    expect(await waiting()).toEqual([["cs", "Zavřít"]]);
    expect(await pendingUnits()).toEqual([quit]);
  });
});

describe("a text that lost", () => {
  const lost = (source: string, target: string, translation = cs) =>
    inTransaction((tx) =>
      keepClashes(tx, context(), translation, [
        // Removed meanwhile: there is nothing to suggest for.
        { ours: { idHash: "12345" } as Ours, targets: ["Nic"], authorId: null },
        { ours: { idHash: hashes[source] } as Ours, targets: [target], authorId: admin.userId },
      ]),
    );
  const unit = (id = quit) =>
    textRow<{ state: number; originalState: number; version: number; suggested: boolean; targets: string[] }>(
      db,
      sql`select state, original_state, version, suggested, targets from units where id = ${id}`,
    );
  const suggestions = () =>
    textRows<Record<string, unknown>>(db, sql`select unit_id, user_id, targets, cause from suggestions order by id`);

  it("becomes a suggestion, and the string is to be looked at", async () => {
    const before = await unit();
    await lost("Quit", "Zavřít");
    expect(await suggestions()).toEqual([{ unitId: quit, userId: admin.userId, targets: ["Zavřít"], cause: "merge" }]);
    expect(await unit()).toEqual({
      targets: ["Konec"],
      state: 12,
      originalState: 12,
      version: (before?.version ?? 0) + 1,
      suggested: true,
    });
    expect(await unit(open)).toMatchObject({ state: 20, suggested: false });
    expect(
      await textRow(
        db,
        sql`
        select action, cause, user_id, author_id, project_id, component_id, translation_id, language_id, unit_id, target, details
        from changes order by id desc limit 1`,
      ),
    ).toEqual({
      action: ACTION.SUGGESTION_ADDED,
      cause: "repository",
      userId: null,
      authorId: admin.userId,
      projectId: component.project.id,
      componentId: component.id,
      translationId: cs.id,
      languageId: cs.languageId,
      unitId: quit,
      target: "Zavřít",
      details: { reason: "clash" },
    });
    expect(await counterDrift()).toEqual([]);
  });

  it("is suggested in its own language", async () => {
    await lost("Quit", "Beenden", de);
    const inGerman = await unitId(component, "de", "Quit");
    expect(await suggestions()).toMatchObject([{ unitId: inGerman }]);
    expect(await unit()).toMatchObject({ state: 20, suggested: false });
  });

  it.each([10, 30])("leaves the state %i as it is", async (state) => {
    await edit("Quit", "Konec", "cs", state);
    await lost("Quit", "Zavřít");
    expect(await unit()).toMatchObject({ state, originalState: state, suggested: true });
    expect(await counterDrift()).toEqual([]);
  });

  it("is suggested once", async () => {
    await addSuggestion(admin, quit, ["Zavřít"]);
    await lost("Quit", "Zavřít");
    expect(await suggestions()).toHaveLength(1);
    expect(await counterDrift()).toEqual([]);
  });
});

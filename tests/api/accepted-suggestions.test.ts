import { beforeAll, describe, expect, it } from "vitest";
import { performPlan, startPlan } from "@/lib/domain/bulk/apply";
import { findPlan, makePlan } from "@/lib/domain/bulk/plan";
import type { ComponentRow } from "@/lib/domain/components/components";
import { acceptSuggestion, addSuggestion, removeSuggestion } from "@/lib/domain/discussion/suggestions";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { tallyAll } from "../support/ledger";
import { connect, unitId } from "../support/loop";
import { textRow } from "../support/text-rows";
import { json, type Person, person, send } from "./support";

/** How many of somebody's suggestions others accept. */

let admin: Person;
let petra: Person;
let jan: Person;
let component: ComponentRow;

const po = (language: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n${["Quit", "Open", "Save"].map((text) => `msgid "${text}"\nmsgstr ""\n`).join("\n")}`;

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
  jan = await person("jan");
  const files = { "po/cs.po": po("cs"), "po/de.po": po("de") };
  ({ component } = await connect(admin.actor, files, { filemask: "po/*.po", fileFormat: "po" }));
});

async function suggest(who: Person, text: string, language = "cs", source = "Quit"): Promise<number> {
  const made = await addSuggestion(who.actor, await unitId(component, language, source), [text]);
  if (!("made" in made)) throw new Error("This has been suggested before.");
  return made.made.id;
}
const reject = (who: Person, id: number) => removeSuggestion(who.actor, id, { text: "", isSpam: false });

/** A line of the history as it is written, at another time. */
async function change({
  action,
  suggester,
  at = "2026-01-01",
}: {
  action: number;
  suggester: number | null;
  at?: string;
}) {
  const place = await textRow<{ translationId: number; languageId: number }>(
    db,
    sql`
      select t.id translation_id, t.language_id from translations t join languages l on l.id = t.language_id
      where t.component_id = ${component.id} and l.code = 'cs'`,
  );
  await db.run(sql`
    insert into changes (action, cause, user_id, author_id, suggester_id, project_id, component_id, translation_id, language_id, at)
    values (${action}, 'person', ${admin.actor.userId}, ${petra.actor.userId}, ${suggester}, ${component.project.id}, ${component.id},
      ${place?.translationId ?? 0}, ${place?.languageId ?? 0}, ${at}::timestamptz)`);
}

type Line = Record<"username" | "accepted" | "rejected" | "accepted_percent", unknown>;
async function rate(path: string, username = "petra", { key = admin.key, query = "" } = {}): Promise<unknown> {
  const { body } = await json<Line[]>("GET", `/exports/reports/contributors/${path}${query}`, { key });
  const line = body.find((one) => one.username === username);
  return line && [line.accepted, line.rejected, line.accepted_percent];
}

describe("accepted suggestions of a person", () => {
  it("are counted among those that others decided on, by language and place", async () => {
    const { slug } = component.project;
    await acceptSuggestion(admin.actor, await suggest(petra, "Konec"), false);
    await reject(admin, await suggest(petra, "Pryč"));
    await reject(admin, await suggest(petra, "Ven"));
    await reject(admin, await suggest(jan, "Zavřít"));
    await acceptSuggestion(admin.actor, await suggest(petra, "Beenden", "de"), false);
    // One that still waits is not decided.
    await suggest(petra, "Öffnen", "de", "Open");
    for (const tallied of [false, true]) {
      if (tallied) await tallyAll();
      for (const path of [`${slug}/-/cs/`, `${slug}/app/cs/`, "language/cs/"])
        expect(await rate(path)).toEqual([1, 2, 33.3]);
      for (const path of [`${slug}/`, `${slug}/app/`, ""]) expect(await rate(path)).toEqual([2, 2, 50]);
      expect(await rate(`${slug}/app/de/`)).toEqual([1, 0, 100]);
      expect(await rate(`${slug}/`, "jan")).toEqual([0, 1, 0]);
      // Somebody of whom nothing was decided has no rate.
      expect(await rate(`${slug}/`, "admin")).toBeUndefined();
    }
  });

  it("are the same in a table, and one sees but one's own without the right to see others", async () => {
    const { slug } = component.project;
    const csv = await send("GET", `/exports/reports/contributors/${slug}/?format=csv`, { key: admin.key });
    const [head, first] = (await csv.text()).trim().split(/\r?\n/);
    expect(head).toBe("username,full_name,added,edited,approved,suggested,words,accepted,rejected,accepted_percent");
    expect(first).toMatch(/^petra,.*,2,2,50$/);
    expect(await rate(`${slug}/`, "petra", { key: petra.key })).toEqual([2, 2, 50]);
    expect(await rate(`${slug}/`, "jan", { key: petra.key })).toBeUndefined();
  });

  it("count when a text takes them over in the editor and in a bulk edit", async () => {
    const { slug } = component.project;
    const save = await unitId(component, "cs", "Save");
    const named = await suggest(petra, "Uložit", "cs", "Save");
    await editUnit(admin.actor, save, { targets: ["Uložit!"], state: 20 }, { suggestionId: named });
    expect(await rate(`${slug}/app/cs/`)).toEqual([2, 2, 50]);
    await suggest(petra, "Otevřít", "cs", "Open");
    const place = await resolvePath(admin.actor, [slug, "app", "cs"]);
    const made = await makePlan(admin.actor, place, { wish: { act: "accept", approve: false } });
    await startPlan(admin.actor, await findPlan(admin.actor, made.id));
    await performPlan({ plan: made.id, user: admin.actor.userId, cause: "person" });
    expect(await rate(`${slug}/app/cs/`)).toEqual([3, 2, 60]);
  });

  it("are not lowered by taking back one's own, nor raised by accepting one's own", async () => {
    const { slug } = component.project;
    const before = await rate(`${slug}/`);
    await reject(petra, await suggest(petra, "Odejít"));
    expect(await rate(`${slug}/`)).toEqual(before);
    await acceptSuggestion(admin.actor, await suggest(admin, "Ukončit"), false);
    expect(await rate(`${slug}/`, "admin")).toEqual([0, 0, ""]);
    expect(await rate(`${slug}/`)).toEqual(before);
  });

  it("leave out what a machine or a merge suggested in somebody's name, and what a cleanup removed", async () => {
    const { slug } = component.project;
    const before = await rate(`${slug}/`);
    for (const cause of ["machine", "merge", "propagation"]) {
      const id = await suggest(petra, `of ${cause}`);
      await db.run(sql`update suggestions set cause = ${cause} where id = ${id}`);
      await reject(admin, id);
    }
    await change({ action: 29, suggester: null });
    expect(await rate(`${slug}/`)).toEqual(before);
  });

  it("are those decided in the period; older lines that do not say whose they were count nowhere", async () => {
    const path = `${component.project.slug}/`;
    const [accepted = 0, rejected = 0] = (await rate(path)) as number[];
    await change({ action: 26, suggester: petra.actor.userId, at: "2025-03-31T23:59:59Z" });
    await change({ action: 7, suggester: petra.actor.userId, at: "2025-04-01T00:00:00Z" });
    await change({ action: 7, suggester: petra.actor.userId, at: "2025-04-30T23:59:59Z" });
    await change({ action: 26, suggester: petra.actor.userId, at: "2025-05-01T00:00:00Z" });
    await change({ action: 26, suggester: null, at: "2025-04-10T00:00:00Z" });
    await change({ action: 7, suggester: null, at: "2025-04-10T00:00:00Z" });
    const april = { query: "?start=2025-04-01&end=2025-04-30" };
    expect(await rate(path, "petra", april)).toEqual([2, 0, 100]);
    expect(await rate(path, "petra", { query: "?start=2025-03-01&end=2025-05-01" })).toEqual([2, 2, 50]);
    expect(await rate(path)).toEqual([accepted, rejected, expect.any(Number)]);
  });

  it("are not told of a component that the reader may not see", async () => {
    const before = (await rate("", "petra", { key: petra.key })) as number[];
    expect(before[0]).toBeGreaterThan(0);
    await db.run(sql`update components set restricted = true where id = ${component.id}`);
    try {
      expect(await rate("", "petra", { key: petra.key })).toBeUndefined();
      expect(await rate("")).toEqual(before);
    } finally {
      await db.run(sql`update components set restricted = false where id = ${component.id}`);
    }
  });
});

describe("the history of a rejected suggestion", () => {
  it("still names whoever rejected it as its author", async () => {
    await reject(admin, await suggest(petra, "Zmizet"));
    const { body } = await json<{ results: object[] }>("GET", "/api/changes/?action=26", { key: admin.key });
    const [newest] = body.results;
    expect(newest).toMatchObject({
      target: "Zmizet",
      user: "http://loquat.test/api/users/admin/",
      author: "http://loquat.test/api/users/admin/",
    });
    expect(JSON.stringify(newest)).not.toContain("suggester");
    expect(await textRow(db, sql`select suggester_id from changes where action = 26 order by id desc limit 1`)).toEqual(
      { suggesterId: petra.actor.userId },
    );
  });
});

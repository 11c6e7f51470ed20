import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation, readOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import type { Upstream } from "../../support/git";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";
import { FORMATS, type Texts } from "../../support/two-formats";

/** Pulls in a style that is named, and a reset that lets the texts of the database stand. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const TEXTS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "Uložit" };
const save = async (component: ComponentRow, source: string, text: string, language = "cs") =>
  editUnit(petra, await unitId(component, language, source), { targets: [text], state: 20 });
const done = async (component: ComponentRow, operation: Parameters<typeof performOperation>[1]) =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const parents = (upstream: Upstream) => upstream.git("log", "-1", "--format=%P", "main").trim().split(" ").length;

it("an operation that there is not is refused with the names of those that there are", () => {
  expect(() => readOperation("pull-octopus")).toThrow(/"pull-octopus".*pull-rebase.*reset-keep/);
});

describe.each(FORMATS)("in $name", (format) => {
  const it = inTurn(FORMATS.indexOf(format), FORMATS.length);
  const { settings, files, read, path } = format;
  const begin = (given = {}) => connect(petra, files({ cs: TEXTS }), { ...settings, pushOnCommit: false, ...given });

  it.each([
    ["pull-rebase", "merge", 1],
    ["pull-merge", "rebase", 2],
    ["pull-merge-noff", "rebase", 2],
  ] as const)("%s goes its own way where the setting is %s", async (operation, mergeStyle, count) => {
    const { component, upstream } = await begin({ mergeStyle });
    await save(component, "Quit", "Ukončit");
    await done(component, "commit");
    upstream.commit(files({ cs: { ...TEXTS, Open: "Otevři" } }));
    await done(component, operation);
    const row = await textRow<{ style: string; outgoing: number }>(
      db,
      sql`select merge_style as style, outgoing from repositories where id = ${component.repositoryId}`,
    );
    expect(row).toEqual({ style: mergeStyle, outgoing: count });
    await done(component, "push");
    expect(parents(upstream)).toBe(count);
    expect(read(upstream, "cs")).toEqual({ ...TEXTS, Quit: "Ukončit", Open: "Otevři" });
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("a pull that pushes pushes in its own style, too", async () => {
    const { component, upstream } = await begin({ mergeStyle: "rebase" });
    await save(component, "Quit", "Ukončit");
    await done(component, "commit");
    await db.run(sql`update repositories set push_on_commit = true where id = ${component.repositoryId}`);
    upstream.commit(files({ cs: { ...TEXTS, Open: "Otevři" } }));
    await done(component, "pull-merge");
    expect(parents(upstream)).toBe(2);
    expect(read(upstream, "cs")).toEqual({ ...TEXTS, Quit: "Ukončit", Open: "Otevři" });
  });

  it("reset-keep takes upstream's files and lets every text of the database stand", async () => {
    const { component, upstream } = await begin();
    await save(component, "Quit", "Ukončit");
    await done(component, "commit");
    await save(component, "Save", "Ulož");
    // One string on both sides, one only there, one that there has no text any more, and one that is new.
    upstream.commit(files({ cs: { Quit: "Zavřít", Open: "", Save: "Uložit", Help: "Pomoc" } }));
    await done(component, "reset-keep");
    const expected = { Quit: "Ukončit", Open: "Otevřít", Save: "Ulož", Help: "Pomoc" };
    for (const [source, text] of Object.entries(expected))
      expect(await findUnit(petra, await unitId(component, "cs", source))).toMatchObject({
        targets: [text],
        pending: source !== "Help",
      });
    expect(await counterDrift()).toEqual([]);
    expect(read(upstream, "cs").Quit).toBe("Zavřít");
    await done(component, "push");
    expect(read(upstream, "cs")).toEqual(expected);
    expect(upstream.git("log", "--format=%an", "main").trim().split("\n").slice(0, -2).sort()).toEqual([
      "Loquat",
      "Petra",
    ]);
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("reset-keep keeps what upstream's history lost: texts and whole languages", async () => {
    const { component, upstream } = await connect(petra, files({ cs: { ...TEXTS, Open: "" } }), settings);
    const first = upstream.git("rev-parse", "main").trim();
    await save(component, "Open", "Otevřít");
    await done(component, "push");
    upstream.commit({ [path("de")]: files({ de: { Quit: "Beenden" } })[path("de")] as string });
    await done(component, "pull");
    await save(component, "Quit", "Schließen", "de");
    upstream.git("update-ref", "refs/heads/main", first);
    await done(component, "reset-keep");
    expect(await findUnit(petra, await unitId(component, "cs", "Open"))).toMatchObject({
      targets: ["Otevřít"],
      pending: true,
    });
    await done(component, "push");
    expect(read(upstream, "cs")).toEqual(TEXTS);
    expect(read(upstream, "de").Quit).toBe("Schließen");
    expect(await fileDrift(component)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it("a key that upstream's file of a language lost keeps its text, and one that all files lost goes", async () => {
    const { component, upstream } = await begin();
    const here = files({ cs: TEXTS, de: { Quit: "Beenden" } });
    const less = files({ cs: { Quit: "Konec", Open: "Otevřít" }, de: { Quit: "Beenden" } });
    upstream.commit({ ...here, [path("cs")]: less[path("cs")] as string });
    await done(component, "reset-keep");
    expect(await findUnit(petra, await unitId(component, "cs", "Save"))).toMatchObject({ targets: ["Uložit"] });
    await done(component, "push");
    expect(read(upstream, "cs")).toEqual(TEXTS);
    upstream.commit(less);
    await done(component, "reset-keep");
    await expect(unitId(component, "cs", "Save")).rejects.toThrow();
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  });
});

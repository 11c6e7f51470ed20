import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { allDifferences, type FileDifference, fileDifferences } from "@/lib/domain/integrate/file-differences";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { FORMATS, type Texts } from "../../support/two-formats";

/** Whether files and strings agree is found out, whatever makes them differ. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const CS: Texts = { Quit: "Konec", Open: "Otevřít", Save: "", Print: "Tisk" };

describe.each(FORMATS)("in $name", ({ settings, files, path }) => {
  const begin = () => connect(petra, files({ cs: CS }), { ...settings, pushOnCommit: false });
  const drift = async (component: ComponentRow) =>
    (await withWorkingCopy(component.repositoryId, fileDifferences)).map(
      ({ name, kind, file, unit }: FileDifference) => [name, kind, file[0] ?? "", unit[0] ?? ""],
    );
  const change = async (component: ComponentRow, source: string, text: string) =>
    db.run(sql`update units set targets = array[${text}] where id = ${await unitId(component, "cs", source)}`);

  it("nothing differs after an import, nor while edits wait or are committed", async () => {
    const { component } = await begin();
    expect(await drift(component)).toEqual([]);
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: [""], state: 0 });
    expect(await drift(component)).toEqual([]);
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(await drift(component)).toEqual([]);
  });

  it("a text that is another one, that only the file has, and that only the database has", async () => {
    const { component } = await begin();
    await change(component, "Quit", "Skončit");
    await change(component, "Open", "");
    await change(component, "Save", "Uložit");
    expect(await drift(component)).toEqual([
      ["Quit", "text", "Konec", "Skončit"],
      ["Open", "text", "Otevřít", ""],
      ["Save", "text", "", "Uložit"],
    ]);
  });

  it("an edit that waits and says something else than its string", async () => {
    const { component } = await begin();
    await editUnit(petra, await unitId(component, "cs", "Quit"), { targets: ["Ukončit"], state: 20 });
    await change(component, "Quit", "Skončit");
    expect(await drift(component)).toEqual([["Quit", "text", "Ukončit", "Skončit"]]);
  });

  it("is told to the operator with the place, file by file", async () => {
    const { component } = await begin();
    await change(component, "Print", "Tiskni");
    const told: string[] = [];
    for await (const line of allDifferences())
      if (line.filename.includes(component.project.slug)) told.push(`${line.filename}: ${line.told}`);
    expect(told).toEqual([expect.stringMatching(/app.*: Print: "Tisk" in the file, "Tiskni" here$/)]);
    expect(told[0]).toContain(path("cs"));
  });
});

it("a state that the file does not say, and a string that the database lacks", async () => {
  const [po] = FORMATS;
  if (!po) throw new Error("The first format is missing.");
  const { component } = await connect(petra, po.files({ cs: CS }), po.settings);
  const fuzzy = po.file("cs", CS).replace('\nmsgid "Quit"', '\n#, fuzzy\nmsgid "Quit"');
  const other = await connect(petra, { ...po.files({ cs: CS }), [po.path("cs")]: fuzzy }, po.settings);
  const drift = async ({ repositoryId }: ComponentRow) =>
    (await withWorkingCopy(repositoryId, fileDifferences)).map(({ name, kind }) => [name, kind]);
  await db.run(sql`update units set state = 20 where id = ${await unitId(other.component, "cs", "Quit")}`);
  expect(await drift(other.component)).toEqual([["Quit", "state"]]);
  // Marked for a look here alone.
  await db.run(sql`update units set state = 12 where id = ${await unitId(component, "cs", "Quit")}`);
  expect(await drift(component)).toEqual([["Quit", "mark"]]);
  await db.run(sql`delete from units where id = ${await unitId(component, "cs", "Open")}`);
  expect(await drift(component)).toEqual([
    ["Quit", "mark"],
    ["Open", "text"],
  ]);
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listSuggestions } from "@/lib/domain/discussion/suggestions";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Developers keep `dev.json`, editors polish its texts in `en.json`, and translators wait for them. */

let admin: Actor;
beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;

const begin = () =>
  connect(
    admin,
    {
      "dev.json": json({ open: "Open teh file", quit: "Qiut" }),
      "en.json": json({ open: "Open the file" }),
      "cs.json": json({ open: "Otevřít soubor" }),
    },
    { filemask: "*.json", template: "en.json", intermediate: "dev.json", fileFormat: "json" },
  );

type Connected = Awaited<ReturnType<typeof begin>>;

const stateOf = async ({ component }: Connected, language: string, key: string) => {
  const { targets, state } = await findUnit(admin, await unitId(component, language, key));
  return [targets[0], state];
};

const pull = async (made: Connected, files: Record<string, string>) => {
  made.upstream.commit(files);
  await performOperation(made.component.repositoryId, "pull");
};

const save = async ({ component }: Connected, language: string, key: string, text: string) =>
  editUnit(admin, await unitId(component, language, key), { targets: [text], state: 20 });

describe("a string that only developers have", () => {
  it("comes in as a source string that needs checking, and its translations wait until it was", async () => {
    const made = await begin();
    expect(await stateOf(made, "en", "open")).toEqual(["Open the file", 20]);
    expect(await stateOf(made, "en", "quit")).toEqual(["Qiut", 12]);
    await pull(made, { "dev.json": json({ open: "Open teh file", quit: "Qiut", save: "Saev" }) });
    expect(await stateOf(made, "en", "save")).toEqual(["Saev", 12]);
    expect(await stateOf(made, "cs", "save")).toEqual(["", 0]);
    const told = await textRows<{ language: string; target: string }>(
      db,
      sql`
        select l.code as language, ch.target from changes ch join languages l on l.id = ch.language_id
        where ch.component_id = ${made.component.id} and ch.action = 90 order by ch.id`,
    );
    expect(told.at(-1)).toEqual({ language: "en", target: "Saev" });
    expect(told.filter(({ language }) => language !== "en")).toEqual([]);
    await expect(save(made, "cs", "save", "Uložit")).rejects.toMatchObject({ denial: { reason: "read-only-string" } });
    await save(made, "en", "save", "Save");
    await save(made, "cs", "save", "Uložit");
    expect(await stateOf(made, "cs", "save")).toEqual(["Uložit", 20]);
    await performOperation(made.component.repositoryId, "push");
    expect(JSON.parse(made.upstream.read("en.json"))).toMatchObject({ open: "Open the file", save: "Save" });
    expect(JSON.parse(made.upstream.read("cs.json"))).toMatchObject({ save: "Uložit" });
    expect(JSON.parse(made.upstream.read("dev.json"))).toMatchObject({ save: "Saev" });
    // What was polished stays so, however often the file is read.
    await performOperation(made.component.repositoryId, "file-scan");
    expect(await stateOf(made, "en", "save")).toEqual(["Save", 20]);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("a text that developers reword", () => {
  it("lets its source be written anew, with their text as a suggestion", async () => {
    const made = await begin();
    await pull(made, { "dev.json": json({ open: "Open teh folder", quit: "Qiut" }) });
    expect(await stateOf(made, "en", "open")).toEqual(["Open the file", 11]);
    expect(await stateOf(made, "cs", "open")).toEqual(["Otevřít soubor", 20]);
    const unit = await unitId(made.component, "en", "open");
    const { rows } = await listSuggestions(admin, { unitId: unit }, { limit: 10, offset: 0 });
    expect(rows.map(({ targets }) => targets)).toEqual([["Open teh folder"]]);
    await expect(save(made, "cs", "open", "Otevřít složku")).rejects.toThrow("needs editing");
    await save(made, "en", "open", "Open the folder");
    await save(made, "cs", "open", "Otevřít složku");
    expect(await counterDrift()).toEqual([]);
  });

  it("stays as it is where the base file has got the new text as well", async () => {
    const made = await begin();
    await pull(made, {
      "dev.json": json({ open: "Open the folder", quit: "Qiut" }),
      "en.json": json({ open: "Open the folder" }),
    });
    expect(await stateOf(made, "en", "open")).toEqual(["Open the folder", 20]);
  });
});

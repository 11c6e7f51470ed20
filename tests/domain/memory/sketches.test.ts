import { expect, it } from "vitest";
import { findLanguage } from "@/lib/domain/languages/languages";
import { importMemory } from "@/lib/domain/memory/exchange";
import { lookUpMemory } from "@/lib/domain/memory/lookup";
import { makeSketches } from "@/lib/domain/memory/sketches";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { sketchOf } from "@/lib/text/sketch";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow, textRows } from "../../support/text-rows";

const catalogue = (...keys: [string, string][]) => `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`;

it("Every way a source text is written stores its sketch with it, and what is missing is made up for.", async () => {
  const admin = await makePerson("sketcher", { superuser: true });
  const { component } = await connect(
    admin,
    {
      "en.json": catalogue(["open", "Open the file"], ["quit", "Quit the program"]),
      "cs.json": catalogue(["open", "Otevřít soubor"], ["quit", "Ukončit program"]),
    },
    { filemask: "*.json", template: "en.json", fileFormat: "json" },
  );
  const stored = async () =>
    Object.fromEntries(
      (
        await textRows<{ context: string; sketch: number[] }>(
          db,
          sql`select context, sketch from source_units where component_id = ${component.id}`,
        )
      ).map(({ context, sketch }) => [context, sketch]),
    );
  expect(await stored()).toEqual({ open: sketchOf("Open the file"), quit: sketchOf("Quit the program") });

  await editUnit(admin, await unitId(component, "en", "Quit the program"), {
    targets: ["Leave the program"],
    state: 20,
  });
  expect((await stored()).quit).toEqual(sketchOf("Leave the program"));

  const question = {
    sourceLanguageId: (await findLanguage("en")).id,
    targetLanguageId: (await findLanguage("cs")).id,
    project: component.project,
    threshold: 75,
    limit: 5,
    texts: ["Open the files"],
  };
  const targets = async () => (await lookUpMemory(admin, question))[0]?.map((match) => match.target);
  expect(await targets()).toEqual(["Otevřít soubor"]);
  await importMemory(
    admin,
    { kind: "project", project: component.project },
    {
      name: "old.json",
      bytes: Buffer.from(
        JSON.stringify([
          { source: "Open the file:", target: "Otevřít soubor:", source_language: "en", target_language: "cs" },
        ]),
      ),
    },
  );
  expect(new Set(await targets())).toEqual(new Set(["Otevřít soubor", "Otevřít soubor:"]));

  // As they stand after the update from a version without sketches.
  await db.run(sql`update source_units set sketch = '{}' where component_id = ${component.id}`);
  await db.run(sql`update memory_entries set sketch = null where project_id = ${component.project.id}`);
  expect(await targets()).toEqual([]);
  expect(await makeSketches()).toBeGreaterThanOrEqual(3);
  expect(new Set(await targets())).toEqual(new Set(["Otevřít soubor", "Otevřít soubor:"]));
  expect(await stored()).toEqual({ open: sketchOf("Open the file"), quit: sketchOf("Leave the program") });
  expect(
    await textRow(db, sql`select 1 from source_units where component_id = ${component.id} and cardinality(sketch) = 0`),
  ).toBeUndefined();
});

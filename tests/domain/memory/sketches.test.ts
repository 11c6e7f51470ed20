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

it("Every string gets a sketch, also when its source is changed, and similar ones are found before it has one.", async () => {
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
          sql`select context, numbers as sketch from source_units s join source_sketches on source_id = s.id where s.component_id = ${component.id}`,
        )
      ).map(({ context, sketch }) => [context, sketch]),
    );
  expect(await stored()).toEqual({ open: [], quit: [] });
  const made = async () => {
    await makeSketches();
    return stored();
  };
  expect(await made()).toEqual({ open: sketchOf("Open the file").numbers, quit: sketchOf("Quit the program").numbers });

  await editUnit(admin, await unitId(component, "en", "Quit the program"), {
    targets: ["Leave the program"],
    state: 20,
  });
  expect(await stored()).toEqual({ open: sketchOf("Open the file").numbers, quit: [] });

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

  // Now by the sketches.
  expect(await made()).toEqual({
    open: sketchOf("Open the file").numbers,
    quit: sketchOf("Leave the program").numbers,
  });
  expect(
    await textRow(db, sql`select 1 from memory_entries where sketch = '{}' and project_id = ${component.project.id}`),
  ).toBeUndefined();
  expect(new Set(await targets())).toEqual(new Set(["Otevřít soubor", "Otevřít soubor:"]));
  // Whose sketch is that of another text is not found by it.
  await db.run(sql`update source_sketches set numbers = '{1}' where component_id = ${component.id}`);
  expect(await targets()).toEqual(["Otevřít soubor:"]);
  await db.run(sql`update source_sketches set numbers = '{}' where component_id = ${component.id}`);
  expect(new Set(await targets())).toEqual(new Set(["Otevřít soubor", "Otevřít soubor:"]));
});

import { expect, it } from "vitest";
import { failingChecks } from "@/lib/domain/statistics/failing-checks";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

it("failing checks of a translation are counted by check, most first, without those that were dismissed", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const source = 'msgid "Open the file."\nmsgstr ""\n\nmsgid "Close it."\nmsgstr ""\n';
  const files = { "po/fr.po": source, "po/it.po": source };
  const { component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" });
  const [french, italian] = await textRows<{ id: number }>(
    db,
    sql`select t.id from translations t join languages l on l.id = t.language_id
      where t.component_id = ${component.id} and l.code in ('fr', 'it') order by l.code`,
  );
  const edit = async (text: string, target: string) =>
    editUnit(admin, await unitId(component, "fr", text), { targets: [target], state: 20 });
  await edit("Open the file.", "Ouvrez  le fichier");
  await edit("Close it.", "Fermez-le");
  expect(await failingChecks(french?.id as number)).toEqual([
    { check: "end_stop", strings: 2 },
    { check: "double_space", strings: 1 },
  ]);
  expect(await failingChecks(italian?.id as number)).toEqual([]);

  const unit = await unitId(component, "fr", "Open the file.");
  await db.run(sql`update findings set dismissed = true where unit_id = ${unit} and "check" = 'end_stop'`);
  expect(await failingChecks(french?.id as number)).toEqual([
    { check: "double_space", strings: 1 },
    { check: "end_stop", strings: 1 },
  ]);
  await edit("Close it.", "Fermez-le.");
  expect(await failingChecks(french?.id as number)).toEqual([{ check: "double_space", strings: 1 }]);
});

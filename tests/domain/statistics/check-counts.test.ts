import { expect, it } from "vitest";
import { countChecks, placesOfCheck } from "@/lib/domain/statistics/check-counts";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dismissFinding } from "@/lib/domain/units/findings";
import { askTouched } from "@/lib/domain/units/related-checks";
import { db, sql } from "@/lib/platform/database";
import { connect, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

it("failing checks are counted by check and by place, of what one may see", async () => {
  const admin = await makePerson("admin", { superuser: true });
  const source = 'msgid "Open the file."\nmsgstr ""\n\nmsgid "Close it."\nmsgstr ""\n';
  const files = { "po/fr.po": source, "po/it.po": source };
  const { component } = await connect(admin, files, { filemask: "po/*.po", fileFormat: "po" });
  const edit = async (language: string, text: string, target: string) =>
    editUnit(admin, await unitId(component, language, text), { targets: [target], state: 20 });
  await edit("fr", "Open the file.", "Ouvrez le fichier");
  await edit("fr", "Close it.", "Fermez-le");
  await edit("it", "Close it.", "Chiudilo  ora.");
  await edit("it", "Open the file.", "Apri il file");
  await dismissFinding(admin, await unitId(component, "fr", "Close it."), "end_stop", { dismissed: true });
  // Translations of one source fail in both languages, which is found behind the saves.
  await askTouched();
  const scope = { componentId: component.id };
  expect(await countChecks(admin, scope)).toEqual([
    { check: "end_stop", strings: 2, dismissed: 1 },
    { check: "double_space", strings: 1, dismissed: 0 },
    { check: "multiple_failures", strings: 1, dismissed: 0 },
  ]);
  const { rows, count } = await placesOfCheck(admin, "end_stop", scope, { limit: 1, offset: 0 });
  expect(count).toBe(2);
  expect(rows).toEqual([
    {
      projectName: component.project.name,
      projectSlug: component.project.slug,
      categoryPath: "",
      componentName: "App",
      componentSlug: "app",
      languageName: "French",
      languageCode: "fr",
      strings: 1,
      dismissed: 1,
    },
  ]);
  const [french] = rows;
  expect(french?.languageCode).toBe("fr");
  const stranger = await makePerson("stranger");
  expect(await countChecks(stranger, { projectId: component.projectId })).toHaveLength(3);
  await db.run(sql`update components set restricted = true where id = ${component.id}`);
  expect(await countChecks(stranger, { projectId: component.projectId })).toEqual([]);
  expect((await placesOfCheck(stranger, "end_stop", scope, { limit: 9, offset: 0 })).count).toBe(0);
});

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Languages of glossaries, whose new files need no template. */

const TBX = readFileSync("tests/fixtures/formats/tbx/cs.tbx", "utf8");

it("gives a glossary without a template a language: its terms come into the file, and stay where they are read again", async () => {
  const petra = await makePerson("petra", { superuser: true });
  const { component, upstream } = await connect(
    petra,
    { "g/cs.tbx": TBX },
    {
      filemask: "g/*.tbx",
      fileFormat: "tbx",
      isGlossary: true,
      manageUnits: true,
      newLang: "add",
      pushOnCommit: false,
    },
  );
  await beginLanguage(petra, component, "de");
  const numbers = async () =>
    textRow<{ id: number; total: number }>(
      db,
      sql`select t.id, (select count(*)::int from units u where u.translation_id = t.id) as total from translations t
      where t.component_id = ${component.id} and t.language_code = 'de'`,
    );
  const { id, total } = (await numbers())!;
  expect(total).toBe((TBX.match(/<termEntry/g) ?? []).length);
  await writeLanguageFile(component.repositoryId, id);
  for (const operation of ["push", "file-sync", "push"] as const)
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
  const written = upstream.read("g/de.tbx");
  expect(written.match(/<termEntry/g)).toHaveLength(total);
  expect((await numbers())?.total).toBe(total);
  const [term = ""] = /(?<=<term>)[^<]+/.exec(TBX) ?? [];
  await editUnit(petra, await unitId(component, "de", term), { targets: ["Begriff"], state: 20 });
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  expect(upstream.read("g/de.tbx")).toContain("<term>Begriff</term>");
  expect(await counterDrift()).toEqual([]);
});

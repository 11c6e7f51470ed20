import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addSuggestion } from "@/lib/domain/discussion/suggestions";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { oneOf } from "../../support/combinations";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Strings that only the template of a bilingual component has: every language has them as well. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const head = (language: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
const po = (language: string, texts: Record<string, string>) =>
  head(language) +
  Object.entries(texts)
    .map(([source, text]) => `\nmsgid "${source}"\nmsgstr "${text}"\n`)
    .join("");
const POT = `${head("")}
msgid "Open the file"
msgstr ""

#. Above the list
#: src/list.c:12
#, c-format
msgid "%d file is left"
msgid_plural "%d files are left"
msgstr[0] ""
msgstr[1] ""

msgid "Quit"
msgstr ""
`;
const FILES = {
  "po/app.pot": POT,
  "po/de.po": po("de", { "Open the file": "Datei öffnen", Quit: "Ende" }),
  "po/sv.po": po("sv", { "Open the file": "Öppna filen" }),
};
const begin = (mergeStyle = "rebase") =>
  connect(petra, FILES, {
    filemask: "po/*.po",
    newBase: "po/app.pot",
    fileFormat: "po",
    mergeStyle,
    pushOnCommit: false,
  });
const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const sourcesOf = (component: ComponentRow, language: string) =>
  textRows<{ source: string }>(
    db,
    sql`
    select s.sources[1] as source from units u join source_units s on s.id = u.source_id join translations t on t.id = u.translation_id
    join languages l on l.id = t.language_id where t.component_id = ${component.id} and l.code = ${language} order by s.position, u.id`,
  ).then((rows) => rows.map(({ source }) => source));
async function expectSound(component: ComponentRow) {
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
}

const ALL = ["Open the file", "%d file is left", "Quit"];
const STYLES = ["rebase", "merge", "merge_noff"];

describe("strings that only the template has", () => {
  it.each(oneOf(STYLES, 0))(
    "are there after the import, and stand in the file at their place once translated (%s)",
    async (style) => {
      const { component, upstream } = await begin(style);
      for (const language of ["de", "sv"]) expect(await sourcesOf(component, language)).toEqual(ALL);
      const id = await unitId(component, "de", "%d file is left");
      expect(await findUnit(petra, id)).toMatchObject({ targets: ["", ""], state: 0 });
      await editUnit(petra, id, { targets: ["%d Datei übrig", "%d Dateien übrig"], state: 20 });
      await expectSound(component);
      await operate(component, "push");
      expect(upstream.read("po/de.po").split("\n\n").slice(1).join("\n\n")).toBe(
        'msgid "Open the file"\nmsgstr "Datei öffnen"\n\n#. Above the list\n#: src/list.c:12\n#, c-format\nmsgid "%d file is left"\n' +
          'msgid_plural "%d files are left"\nmsgstr[0] "%d Datei übrig"\nmsgstr[1] "%d Dateien übrig"\n\nmsgid "Quit"\nmsgstr "Ende"\n',
      );
      expect(upstream.read("po/sv.po")).toBe(FILES["po/sv.po"]);
      await operate(component, "pull");
      await expectSound(component);
    },
  );

  it("come with a pull and go with one, unless a file has them", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ "po/app.pot": `${POT}\nmsgid "Print in colour"\nmsgstr ""\n` });
    await operate(component, "pull");
    for (const language of ["de", "sv"])
      expect(await sourcesOf(component, language)).toEqual([...ALL, "Print in colour"]);
    await expectSound(component);
    upstream.commit({ "po/app.pot": POT.replace(/#\. Above[\s\S]*\n\nmsgid "Quit"\nmsgstr ""\n/, "") });
    await operate(component, "pull");
    expect(await sourcesOf(component, "de")).toEqual(["Open the file", "Quit"]);
    expect(await sourcesOf(component, "sv")).toEqual(["Open the file"]);
    await expectSound(component);
  });

  it("stay when the file of a language loses them", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ "po/de.po": po("de", { "Open the file": "Datei öffnen" }) });
    await operate(component, "pull");
    expect(await sourcesOf(component, "de")).toEqual(ALL);
    expect(await findUnit(petra, await unitId(component, "de", "Quit"))).toMatchObject({ targets: [""], state: 0 });
    await expectSound(component);
  });

  it.each(oneOf(STYLES, 1))("take over what was translated before the template was reworded (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    await addSuggestion(petra, await unitId(component, "sv", "%d file is left"), ["%d fil kvar", "%d filer kvar"]);
    upstream.commit({ "po/app.pot": POT.replace("Open the file", "Open this file").replaceAll("left", "left over") });
    await operate(component, "pull");
    const reworded = async (language: string) => findUnit(petra, await unitId(component, language, "Open this file"));
    const carried = { state: 10, previousSource: "Open the file", pending: true };
    expect(await reworded("de")).toMatchObject({ ...carried, targets: ["Datei öffnen"] });
    expect(await reworded("sv")).toMatchObject({ ...carried, targets: ["Öppna filen"] });
    expect(
      await textRows(
        db,
        sql`select g.targets from suggestions g where g.unit_id = ${await unitId(component, "sv", "%d file is left over")}`,
      ),
    ).toEqual([{ targets: ["%d fil kvar", "%d filer kvar"] }]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read("po/sv.po")).toContain('#, fuzzy\nmsgid "Open this file"\nmsgstr "Öppna filen"\n');
    await expectSound(component);
    // Upstream merges the template into its files: what it says there stands.
    upstream.commit({
      "po/de.po": `${head("de")}\n#, fuzzy\nmsgid "Open this file"\nmsgstr "Datei aufmachen"\n`,
      "po/sv.po": po("sv", { "Open this file": "Öppna den här filen" }),
    });
    await operate(component, "pull");
    expect(await reworded("de")).toMatchObject({ targets: ["Datei aufmachen"], state: 10, pending: false });
    expect(await reworded("sv")).toMatchObject({ targets: ["Öppna den här filen"], state: 20, pending: false });
    expect(await sourcesOf(component, "sv")).toEqual(["Open this file", "%d file is left over", "Quit"]);
    await expectSound(component);
  });

  it("go into files that upstream merges without texts", async () => {
    const { component, upstream } = await begin();
    upstream.commit({
      "po/app.pot": POT.replace("Open the file", "Open this file"),
      "po/de.po": po("de", { "Open this file": "", Quit: "Ende" }),
    });
    await operate(component, "pull");
    expect(await findUnit(petra, await unitId(component, "de", "Open this file"))).toMatchObject({
      targets: ["Datei öffnen"],
      state: 10,
      pending: true,
    });
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read("po/de.po")).toContain('#, fuzzy\nmsgid "Open this file"\nmsgstr "Datei öffnen"\n');
    await expectSound(component);
  });
});

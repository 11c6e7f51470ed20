import { beforeAll, describe, expect } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listClashes } from "@/lib/domain/clashes/list";
import type { ComponentRow } from "@/lib/domain/components/components";
import { addComment } from "@/lib/domain/discussion/comments";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { fileDrift } from "../../support/differences";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Keys that upstream renames: their translations stay, whatever upstream did with the files of languages. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

type Texts = Record<string, string>;
const json = (texts: Texts) => `${JSON.stringify(texts, null, 2)}\n`;
const po = (texts: Texts) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(texts)
    .map(([key, text]) => `\nmsgid "${key}"\nmsgstr "${text}"\n`)
    .join("")}`;
const properties = (texts: Texts) =>
  Object.entries(texts)
    .map(([key, text]) => `${key}=${text}\n`)
    .join("");
const android = (texts: Texts) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${Object.entries(texts)
    .map(([key, text]) => `    <string name="${key.replaceAll(".", "_")}">${text}</string>\n`)
    .join("")}</resources>\n`;
const KINDS = [
  { fileFormat: "json", mask: "l/*.json", write: json, key: (key: string) => key },
  { fileFormat: "po-mono", mask: "l/*.po", write: po, key: (key: string) => key },
  { fileFormat: "properties", mask: "l/*.properties", write: properties, key: (key: string) => key },
  {
    fileFormat: "aresource",
    mask: "values-*/strings.xml",
    write: android,
    key: (key: string) => key.replaceAll(".", "_"),
  },
];

const ENGLISH = { "menu.open": "Open the file", "menu.save": "Save the file", "menu.quit": "Quit" };
const CZECH = { "menu.open": "Otevřít soubor", "menu.save": "Uložit soubor", "menu.quit": "Konec" };
/** One key is another, and one more has another text, too. */
const RENAMED = { "toolbar.open": "Open the file", "toolbar.save": "Save this file", "menu.quit": "Quit" };

describe.each(KINDS)("in $fileFormat", (format) => {
  const it = inTurn(KINDS.indexOf(format), KINDS.length);
  const { fileFormat, mask, write, key } = format;
  const styles = fileFormat === "json" ? ["rebase", "merge", "merge_noff"] : ["rebase"];
  const path = (language: string) => mask.replace("*", language);
  const begin = (mergeStyle = "rebase") =>
    connect(
      petra,
      { [path("en")]: write(ENGLISH), [path("cs")]: write(CZECH), [path("de")]: write({}) },
      { filemask: mask, template: path("en"), fileFormat, mergeStyle, pushOnCommit: false },
    );
  const unit = async (component: ComponentRow, name: string) =>
    findUnit(petra, await unitId(component, "cs", key(name)));
  const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
    expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
  async function expectSound(component: ComponentRow) {
    expect(await counterDrift()).toEqual([]);
    expect(await fileDrift(component)).toEqual([]);
  }
  const reasons = async (component: ComponentRow, name: string) =>
    (
      await textRows<{ reason: string | null }>(
        db,
        sql`select details->>'reason' as reason from changes where unit_id = ${await unitId(component, "cs", key(name))}`,
      )
    ).flatMap(({ reason }) => reason ?? []);

  it.each(styles)("keeps what was translated when only the base file has the new keys (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    const before = await unitId(component, "cs", key("menu.open"));
    upstream.commit({ [path("en")]: write(RENAMED) });
    await operate(component, "pull");
    expect(await unit(component, "toolbar.open")).toMatchObject({
      targets: ["Otevřít soubor"],
      state: 20,
      previousSource: "",
    });
    expect(await unitId(component, "cs", key("toolbar.open"))).toBe(before);
    expect(await unit(component, "toolbar.save")).toMatchObject({
      targets: ["Uložit soubor"],
      state: 10,
      previousSource: "Save the file",
    });
    expect(await reasons(component, "toolbar.open")).toEqual([`carried over from ${key("menu.open")}`]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toContain(key("toolbar.open"));
    await expectSound(component);
    await operate(component, "pull");
    expect(await unit(component, "toolbar.open")).toMatchObject({ targets: ["Otevřít soubor"], state: 20 });
  });

  it.each(styles)("takes what upstream still translates under the former key (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    upstream.commit({ [path("en")]: write(RENAMED) });
    await operate(component, "pull");
    await operate(component, "commit");
    for (const text of ["Otevři soubor", "Otevřít dokument"]) {
      upstream.commit({ [path("cs")]: write({ ...CZECH, "menu.open": text }) });
      await operate(component, "pull");
      expect(await unit(component, "toolbar.open")).toMatchObject({ targets: [text], state: 20 });
      expect(await unit(component, "toolbar.save")).toMatchObject({ targets: ["Uložit soubor"] });
      await expectSound(component);
    }
    upstream.commit({ [path("de")]: write({ "menu.open": "Datei öffnen" }) });
    await operate(component, "pull");
    expect((await findUnit(petra, await unitId(component, "de", key("toolbar.open")))).targets).toEqual([
      "Datei öffnen",
    ]);
    await operate(component, "push");
    for (const [language, text] of [
      ["cs", "Otevřít dokument"],
      ["de", "Datei öffnen"],
    ] as const)
      expect(upstream.read(path(language))).toMatch(
        new RegExp(`${key("toolbar.open")}[^\\p{L}]+(msgstr "|)${text}`, "u"),
      );
    await expectSound(component);
  });

  it("believes the files of languages rather than a text that is more like the former one", async () => {
    const text = "Smazat místní soubor";
    const { component, upstream } = await connect(
      petra,
      { [path("en")]: write({ "x.local": "Delete local file" }), [path("cs")]: write({ "x.local": text }) },
      { filemask: mask, template: path("en"), fileFormat, pushOnCommit: false },
    );
    const before = await unitId(component, "cs", key("x.local"));
    upstream.commit({
      [path("en")]: write({ "x.file": "Delete file", "y.good": "Permanently delete local file" }),
      [path("cs")]: write({ "y.good": text }),
    });
    await operate(component, "pull");
    expect(await unitId(component, "cs", key("y.good"))).toBe(before);
    expect(await unit(component, "y.good")).toMatchObject({ targets: [text] });
    expect(await unit(component, "x.file")).toMatchObject({ targets: [""] });
    await expectSound(component);
  });

  it("leaves a former key alone where a file has the present one, and once it is the key of another string", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ [path("en")]: write(RENAMED) });
    await operate(component, "pull");
    const both = { ...CZECH, "toolbar.open": "Otevři" };
    upstream.commit({ [path("cs")]: write(both) });
    await operate(component, "pull");
    upstream.commit({ [path("cs")]: write({ ...both, "menu.open": "Otevřít nabídku" }) });
    await operate(component, "pull");
    expect(await unit(component, "toolbar.open")).toMatchObject({ targets: ["Otevři"] });
    upstream.commit({ [path("en")]: write({ ...RENAMED, "menu.save": "Keep the menu" }) });
    await operate(component, "pull");
    upstream.commit({ [path("cs")]: write({ ...both, "menu.save": "Nechat nabídku" }) });
    await operate(component, "pull");
    expect(await unit(component, "menu.save")).toMatchObject({ targets: ["Nechat nabídku"] });
    expect(await unit(component, "toolbar.save")).toMatchObject({ targets: ["Uložit soubor"] });
    await expectSound(component);
  });

  it("follows a key whose text became another one as well, where the files of languages took the translation along", async () => {
    const { component, upstream } = await begin();
    const before = await unitId(component, "cs", key("menu.quit"));
    const { "menu.quit": _quit, ...english } = ENGLISH;
    const { "menu.quit": konec, ...czech } = CZECH;
    upstream.commit({
      [path("en")]: write({ ...english, "app.leave": "Leave this program now" }),
      [path("cs")]: write({ ...czech, "app.leave": konec }),
      [path("de")]: write({}),
    });
    await operate(component, "pull");
    // One short word of one language is no witness.
    expect(await unitId(component, "cs", key("app.leave"))).not.toBe(before);
    const save = await unitId(component, "cs", key("menu.save"));
    await editUnit(petra, save, { targets: ["Uloz soubor"], state: 20 });
    upstream.commit({
      [path("en")]: write({
        "menu.open": english["menu.open"],
        "app.leave": "Leave this program now",
        "disk.write": "Keep on disk",
      }),
      [path("cs")]: write({ "menu.open": czech["menu.open"], "app.leave": konec, "disk.write": czech["menu.save"] }),
    });
    await operate(component, "pull");
    expect(await unitId(component, "cs", key("disk.write"))).toBe(save);
    expect(await unit(component, "disk.write")).toMatchObject({ targets: ["Uloz soubor"], pending: true });
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toContain("Uloz soubor");
    await expectSound(component);
  });

  it.each(styles)(
    "keeps it when upstream takes the old keys from the languages, with edits that wait (%s)",
    async (style) => {
      const { component, upstream } = await begin(style);
      await editUnit(petra, await unitId(component, "cs", key("menu.save")), { targets: ["Uloz to"], state: 20 });
      await operate(component, "commit");
      await editUnit(petra, await unitId(component, "cs", key("menu.open")), { targets: ["Otevri to"], state: 20 });
      upstream.commit({ [path("en")]: write(RENAMED), [path("cs")]: write({ "menu.quit": "Konec" }) });
      await operate(component, "pull");
      expect(await unit(component, "toolbar.open")).toMatchObject({ targets: ["Otevri to"], state: 20, pending: true });
      expect(await unit(component, "toolbar.save")).toMatchObject({ targets: ["Uloz to"], state: 10 });
      await expectSound(component);
      await operate(component, "push");
      expect(upstream.read(path("cs"))).toContain("Otevri to");
      expect(upstream.read(path("cs"))).toContain("Uloz to");
      await expectSound(component);
    },
  );

  it.each(styles)("keeps edits that wait when upstream leaves the new keys without a text (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    await editUnit(petra, await unitId(component, "cs", key("menu.save")), { targets: ["Uloz to"], state: 20 });
    await operate(component, "commit");
    await editUnit(petra, await unitId(component, "cs", key("menu.open")), { targets: ["Otevri to"], state: 20 });
    const blank = Object.fromEntries(Object.keys(RENAMED).map((name) => [name, ""]));
    upstream.commit({ [path("en")]: write(RENAMED), [path("cs")]: write({ ...blank, "menu.quit": "Konec" }) });
    await operate(component, "pull");
    expect(await unit(component, "toolbar.open")).toMatchObject({ targets: ["Otevri to"], pending: true });
    expect(await unit(component, "toolbar.save")).toMatchObject({ targets: ["Uloz to"] });
    const list = await listClashes(petra, { componentId: component.id }, {}, { limit: 10, offset: 0 });
    expect(list.rows).toEqual([]);
    await operate(component, "push");
    expect(upstream.read(path("cs"))).toContain("Otevri to");
    expect(upstream.read(path("cs"))).toContain("Uloz to");
    await expectSound(component);
  });

  it.each(styles)("keeps it when upstream has the source texts under the new keys, as tools do (%s)", async (style) => {
    const { component, upstream } = await begin(style);
    await editUnit(petra, await unitId(component, "cs", key("menu.save")), { targets: ["Uloz to"], state: 20 });
    upstream.commit({ [path("en")]: write(RENAMED), [path("cs")]: write({ ...RENAMED, "menu.quit": "Konec" }) });
    await operate(component, "pull");
    expect(await unit(component, "toolbar.open")).toMatchObject({ targets: ["Otevřít soubor"], state: 20 });
    expect(await unit(component, "toolbar.save")).toMatchObject({ targets: ["Uloz to"], pending: true });
    const list = await listClashes(petra, { componentId: component.id }, {}, { limit: 10, offset: 0 });
    expect(list.rows).toEqual([]);
    await operate(component, "push");
    for (const text of ["Uloz to", "Konec"]) expect(upstream.read(path("cs"))).toContain(text);
    expect(upstream.read(path("cs"))).not.toContain("Open the file");
    await expectSound(component);
  });

  it("lets upstream's own translations win, in a file that changes and in one that had the key before", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ [path("cs")]: write({ ...CZECH, "toolbar.save": "Uložit ho" }) });
    await operate(component, "pull");
    upstream.commit({ [path("en")]: write(RENAMED) });
    await operate(component, "pull");
    expect(await unit(component, "toolbar.save")).toMatchObject({ targets: ["Uložit ho"] });
    await expectSound(component);
    upstream.commit({
      [path("cs")]: write({ "toolbar.open": "Otvírák", "toolbar.save": "Uložit ho", "menu.quit": "Konec" }),
    });
    await operate(component, "pull");
    expect(await unit(component, "toolbar.open")).toMatchObject({ targets: ["Otvírák"], state: 20, pending: false });
    expect(
      await textRows(
        db,
        sql`select g.id from suggestions g join units u on u.id = g.unit_id join translations t on t.id = u.translation_id where t.component_id = ${component.id}`,
      ),
    ).toEqual([]);
    await expectSound(component);
  });

  it("takes comments, labels, explanation and flags along, and finds the way back", async () => {
    const { component, upstream } = await begin();
    const id = await unitId(component, "cs", key("menu.save"));
    await addComment(petra, id, { text: "Which file?", scope: "translation" });
    await db.run(
      sql`update source_units set explanation = 'On the bar', extra_flags = 'max-length:40' where component_id = ${component.id} and context = ${key("menu.save")}`,
    );
    upstream.commit({ [path("en")]: write(RENAMED) });
    await operate(component, "pull");
    const hangs = () =>
      textRows(
        db,
        sql`
        select s.context, s.explanation, s.extra_flags as flags, c.text from source_units s left join comments c on c.source_id = s.id
        where s.component_id = ${component.id} and s.explanation <> ''`,
      );
    const all = { explanation: "On the bar", flags: "max-length:40", text: "Which file?" };
    expect(await hangs()).toEqual([{ context: key("toolbar.save"), ...all }]);
    upstream.commit({ [path("en")]: write(ENGLISH) });
    await operate(component, "pull");
    expect(await hangs()).toEqual([{ context: key("menu.save"), ...all }]);
    expect(await unit(component, "menu.open")).toMatchObject({ targets: ["Otevřít soubor"], state: 20 });
    await expectSound(component);
    await operate(component, "push");
    await expectSound(component);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const head = (language: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;\\n"
`;
const entry = (source: string, target: string) => `\nmsgid "${source}"\nmsgstr "${target}"\n`;
const START = head("cs") + entry("Quit", "Konec") + entry("OK", "OK");

let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
});

const statesOf = async (component: ComponentRow, language = "cs") =>
  Object.fromEntries(
    (
      await textRows<{ source: string; state: number }>(
        db,
        sql`
        select s.sources[1] as source, u.state from units u join source_units s on s.id = u.source_id
        join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
        where t.component_id = ${component.id} and l.code = ${language} order by 1`,
      )
    ).map((row) => [row.source, row.state]),
  );

describe("marks on new strings", () => {
  it("are set on what comes in, once, and never on what was there", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": START },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const same = await installAddon(admin, { component }, { name: "weblate.flags.same_edit" });
    await runWaitingAddons();
    upstream.commit({ "po/cs.po": `${START}${entry("Menu", "Menu")}${entry("Open", "Otevřít")}` });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await statesOf(component)).toEqual({ Menu: 11, OK: 20, Open: 20, Quit: 20 });
    expect(await logOf(same.id)).toEqual(["done component-updated: Marked 1 string."]);
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain('#, fuzzy\nmsgid "Menu"\nmsgstr "Menu"');

    // Whoever says that it is right is not told again.
    await editUnit(admin, await unitId(component, "cs", "Menu"), { targets: ["Menu"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    upstream.commit({ "README.md": "x" });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await statesOf(component)).toMatchObject({ Menu: 20 });
    expect(await counterDrift()).toEqual([]);
  });

  it("are set on every new translation where that is wanted", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": START },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    await installAddon(admin, { project: component.project }, { name: "weblate.flags.target_edit" });
    upstream.commit({ "po/cs.po": `${START}${entry("Menu", "Nabídka")}${entry("Empty", "")}` });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await statesOf(component)).toEqual({ Empty: 0, Menu: 11, OK: 20, Quit: 20 });
    expect(await counterDrift()).toEqual([]);
  });

  it("are set on new source strings, and stay over the next update", async () => {
    const { component, upstream } = await connect(
      admin,
      { "l/en.json": '{"a": "Apple"}\n', "l/cs.json": '{"a": "Jablko"}\n' },
      { filemask: "l/*.json", template: "l/en.json", fileFormat: "json" },
    );
    await installAddon(admin, { component }, { name: "weblate.flags.source_edit" });
    upstream.commit({ "l/en.json": '{"a": "Apple", "b": "Pear"}\n' });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await statesOf(component, "en")).toEqual({ Apple: 20, Pear: 12 });
    expect(await statesOf(component)).toEqual({ Apple: 20, Pear: 0 });
    upstream.commit({ "l/en.json": '{"a": "Apple", "b": "Pear", "c": "Plum"}\n' });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await statesOf(component, "en")).toEqual({ Apple: 20, Pear: 12, Plum: 12 });
    expect(
      await textRows(
        db,
        sql`select * from pending_changes p join translations t on t.id = p.translation_id where t.component_id = ${component.id}`,
      ),
    ).toEqual([]);
    expect(await textRows(db, sql`select * from changes where action = 30 and component_id = ${component.id}`)).toEqual(
      [],
    );
    expect(await counterDrift()).toEqual([]);
  });
});

describe("filling with the source", () => {
  it("gives empty strings their source, forms and all, to be edited", async () => {
    const { component, upstream } = await connect(
      admin,
      {
        "po/cs.po": `${START}${entry("Open", "")}\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n`,
      },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const { id } = await installAddon(admin, { component }, { name: "weblate.generate.prefill" });
    await runWaitingAddons();
    expect(await statesOf(component)).toEqual({ "%d file": 10, OK: 20, Open: 10, Quit: 20 });
    expect(
      await textRows(db, sql`select targets from units where id = ${await unitId(component, "cs", "%d file")}`),
    ).toEqual([{ targets: ["%d file", "%d files", "%d files"] }]);
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain('#, fuzzy\nmsgid "Open"\nmsgstr "Open"');
    expect(upstream.git("log", "-1", "--format=%an").trim()).toBe("Fill translations with the source add-on");
    expect(await logOf(id)).toEqual(["done installed: Filled 2 strings."]);
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await logOf(id)).toHaveLength(1);
    expect(await counterDrift()).toEqual([]);
  });
});

describe("a pseudo language and read-only strings", () => {
  const plural = '\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\nmsgstr[2] ""\n';

  it("is written between its marks, longer for longer texts, and once", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": `${START}${plural}` },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const configuration = {
      source: "en",
      target: "cs",
      prefix: "[",
      suffix: "]",
      var_suffix: "~",
      var_multiplier: "0.5",
    };
    const { id } = await installAddon(admin, { component }, { name: "weblate.generate.pseudolocale", configuration });
    await runWaitingAddons();
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    const file = upstream.read("po/cs.po");
    for (const text of ['"[Quit~~]"', '"[OK~]"', 'msgstr[0] "[%d file~~~]"', 'msgstr[2] "[%d files~~~~]"'])
      expect(file).toContain(text);
    expect(await statesOf(component)).toEqual({ "%d file": 20, OK: 20, Quit: 20 });
    expect(await logOf(id)).toEqual(["done installed: Wrote 3 strings."]);
    upstream.commit({ "README.md": "x" });
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await logOf(id)).toHaveLength(1);
    expect(await counterDrift()).toEqual([]);
  });

  it("needs the languages it names", async () => {
    const { component } = await connect(admin, { "po/cs.po": START }, { filemask: "po/*.po", fileFormat: "po" });
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.generate.pseudolocale", configuration: { source: "en", target: "en_XA" } },
    );
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["failed installed: App has no language en_XA. Add it first."]);
  });

  it("fills strings that must not be translated, which stay read-only", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": `${START}\n#, read-only${entry("Brand", "")}` },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    const { id } = await installAddon(admin, { component }, { name: "weblate.generate.fill_read_only" });
    await runWaitingAddons();
    expect(await statesOf(component)).toEqual({ Brand: 100, OK: 20, Quit: 20 });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain('msgid "Brand"\nmsgstr "Brand"');
    expect(upstream.read("po/cs.po")).not.toContain("fuzzy");
    await performOperation(component.repositoryId, "pull");
    await runWaitingAddons();
    expect(await statesOf(component)).toEqual({ Brand: 100, OK: 20, Quit: 20 });
    expect((await logOf(id)).length).toBe(1);
    expect(await counterDrift()).toEqual([]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, installAddon } from "@/lib/domain/addons/addons";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { blobId } from "@/lib/platform/vcs/blob-id";
import { compileMo } from "@/lib/text/formats/gettext/mo";
import { previewAddon } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Add-ons that make files of gettext projects: PO files from the template, MO files from PO files. */

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
const FILES = {
  "po/app.pot": po("", { "Open the file": "", Quit: "" }),
  "po/de.po": po("de", { "Open the file": "Datei öffnen", Quit: "Ende" }),
  "po/sv.po": po("sv", { "Open the file": "Öppna filen", Quit: "" }),
};
/** A string is reworded, one is gone, one is new and has a place. */
const NEXT = `${head("")}\n#: a.c:1\nmsgid "Open this file"\nmsgstr ""\n\n#: a.c:2\nmsgid "Print in colour"\nmsgstr ""\n`;
const body = (file: string) => file.split("\n\n").slice(1).join("\n\n");

const begin = (pushOnCommit = false) =>
  connect(petra, FILES, { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", pushOnCommit });
const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
async function expectSound(component: ComponentRow) {
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
}
const install = async (component: ComponentRow, name: string, configuration = {}) => {
  const { id } = await installAddon(petra, { component }, { name, configuration });
  await runWaitingAddons();
  return id;
};

describe("the add-on that merges the template", () => {
  const NAME = "weblate.gettext.msgmerge";

  it("merges it into all files with one commit, whenever it has changed, and keeps the strings as the files are", async () => {
    const { component, upstream } = await begin();
    const id = await install(component, NAME);
    expect(await logOf(id)).toEqual(["done installed: There was nothing to do."]);
    await editUnit(petra, await unitId(component, "sv", "Quit"), { targets: ["Avsluta"], state: 20 });
    upstream.commit({ "po/app.pot": NEXT });
    await operate(component, "pull");
    await runWaitingAddons();
    expect((await logOf(id))[0]).toBe("done component-updated: Merged po/app.pot into 2 files: 2 new, 4 obsolete.");
    await expectSound(component);
    await operate(component, "push");
    expect(body(upstream.read("po/de.po"))).toBe(
      '#: a.c:1\n#, fuzzy\nmsgid "Open this file"\nmsgstr "Datei öffnen"\n\n#: a.c:2\nmsgid "Print in colour"\nmsgstr ""\n\n' +
        '#~ msgid "Open the file"\n#~ msgstr "Datei öffnen"\n\n#~ msgid "Quit"\n#~ msgstr "Ende"\n',
    );
    expect(upstream.read("po/sv.po")).toContain('#~ msgid "Quit"\n#~ msgstr "Avsluta"\n');
    const subjects = upstream.git("log", "--format=%an %s", "main").trim().split("\n");
    expect(subjects.filter((line) => line.endsWith("Update translation files"))).toHaveLength(1);
    await operate(component, "pull");
    await runWaitingAddons();
    await expectSound(component);
    expect(await findUnit(petra, await unitId(component, "de", "Open this file"))).toMatchObject({
      targets: ["Datei öffnen"],
      state: 10,
    });
    await expect(unitId(component, "de", "Quit")).rejects.toThrow("no string");
    expect(await listAlerts(component.id)).toEqual([]);
  });

  it("shows what it would do, by file, and does as it is told", async () => {
    const { component, upstream } = await begin();
    // Nobody has taken the template over yet, so the text is to be found in the file itself.
    upstream.commit({
      "po/app.pot": NEXT,
      "po/de.po": `${head("de")}\n# mine\n#: old.c:9\nmsgid "Print in colours"\nmsgstr "Bunt drucken"\n`,
      "po/sv.po": po("sv", {}),
    });
    await operate(component, "pull");
    expect(await previewAddon(petra, component, { name: NAME, configuration: {} })).toEqual([
      "po/de.po: 1 new, 1 to look at",
      "po/sv.po: 2 new",
    ]);
    const configuration = { fuzzy: false, no_location: true };
    expect(await previewAddon(petra, component, { name: NAME, configuration })).toEqual([
      "po/de.po: 2 new, 1 obsolete",
      "po/sv.po: 2 new",
    ]);
    await install(component, NAME, { previous: false });
    await operate(component, "push");
    expect(body(upstream.read("po/de.po"))).toContain(
      '# mine\n#: a.c:2\n#, fuzzy\nmsgid "Print in colour"\nmsgstr "Bunt drucken"\n',
    );
    await expectSound(component);
  });

  it("pushes the texts that it commits first where every commit is pushed, also when it then has nothing to do", async () => {
    const { component, upstream } = await begin(true);
    await editUnit(petra, await unitId(component, "sv", "Quit"), { targets: ["Avsluta"], state: 20 });
    const id = await install(component, NAME);
    expect(await logOf(id)).toEqual(["done installed: There was nothing to do."]);
    expect(upstream.read("po/sv.po")).toContain('msgid "Quit"\nmsgstr "Avsluta"\n');
    await expectSound(component);
  });

  it("tells of a file that it cannot merge, and merges the others", async () => {
    const { component, upstream } = await begin();
    upstream.commit({ "po/app.pot": NEXT, "po/de.po": `${FILES["po/de.po"]}\nmsgid "Quit"\nmsgstr "Schluss"\n` });
    await operate(component, "pull");
    const id = await install(component, NAME);
    expect((await logOf(id))[0]).toMatch(/^failed installed: po\/de\.po, line \d+: This string appears twice/);
    await operate(component, "push");
    expect(upstream.read("po/sv.po")).toContain('msgid "Print in colour"');
    expect((await listAlerts(component.id)).map(({ kind }) => kind)).toContain("AddonScriptError");
  });

  it("needs PO files and a template", async () => {
    const { component } = await connect(
      petra,
      { "po/de.po": FILES["po/de.po"] },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    await expect(installAddon(petra, { component }, { name: NAME })).rejects.toThrow(Invalid);
    await expect(
      installAddon(petra, { component: (await begin()).component }, { name: NAME, configuration: { fuzzy: "maybe" } }),
    ).rejects.toThrow(Invalid);
  });
});

describe("the add-on that compiles", () => {
  const NAME = "weblate.gettext.mo";
  const bytesOf = (upstream: { git(...command: string[]): string }, path: string) =>
    upstream.git("rev-parse", `main:${path}`).trim();
  const blobOf = (text: string, fuzzy = false) => blobId(compileMo(text, { fuzzy }));

  it("writes a file for each language, at once and with every commit", async () => {
    const { component, upstream } = await begin();
    const id = await install(component, NAME);
    expect(await logOf(id)).toEqual(["done installed: Compiled 2 files."]);
    await operate(component, "push");
    expect(bytesOf(upstream, "po/de.mo")).toBe(blobOf(upstream.read("po/de.po")));
    await editUnit(petra, await unitId(component, "sv", "Quit"), { targets: ["Avsluta"], state: 20 });
    await operate(component, "push");
    expect(upstream.git("show", "--name-only", "--format=", "main").trim().split("\n")).toEqual([
      "po/sv.mo",
      "po/sv.po",
    ]);
    expect(bytesOf(upstream, "po/sv.mo")).toBe(blobOf(upstream.read("po/sv.po")));
    await configureAddon(petra, id, { configuration: { path: "out/{{ language_code }}/app.mo", fuzzy: true } });
    await runWaitingAddons();
    await operate(component, "push");
    expect(bytesOf(upstream, "out/sv/app.mo")).toBe(blobOf(upstream.read("po/sv.po"), true));
  });

  it("writes over no file of the component, and is safe to run again", async () => {
    const { component } = await begin();
    const id = await install(component, NAME, { path: "po/{{ language_code }}.po" });
    expect((await logOf(id))[0]).toContain("is a translation file of App and was not overwritten");
    const other = (await begin()).component;
    const again = await install(other, NAME);
    await configureAddon(petra, again, { configuration: {} });
    await runWaitingAddons();
    expect((await logOf(again)).filter((line) => line.includes("Compiled"))).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { listOperations } from "@/lib/domain/undo/operations";
import { undoHere } from "@/lib/domain/undo/undo";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { previewAddon } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Add-ons that look after properties, RESX and PO files, and one that throws all away. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
async function expectSound(component: ComponentRow) {
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
}
const translate = async (component: ComponentRow, source: string, text: string) =>
  editUnit(petra, await unitId(component, "cs", source), { targets: [text], state: 20 });

describe("properties files", () => {
  const FILES = {
    "l/app.properties": "# To the user\nzoo = Zoo\n\nbee = Bee\n",
    "l/app_cs.properties": "# K lidem\nzoo = Zoologická\n\nbee = V\\u010dela\n",
  };
  const begin = () =>
    connect(petra, FILES, {
      filemask: "l/app_*.properties",
      template: "l/app.properties",
      fileFormat: "properties",
      pushOnCommit: false,
    });

  it("are sorted at once and with each commit, and the base stays", async () => {
    const { component, upstream } = await begin();
    const { id } = await installAddon(petra, { component }, { name: "weblate.properties.sort" });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Sorted 1 file."]);
    await operate(component, "push");
    expect(upstream.read("l/app_cs.properties")).toBe("bee = V\\u010dela\nzoo = Zoologická\n".replace(/[á]/g, "á"));
    upstream.commit({
      "l/app.properties": `${FILES["l/app.properties"]}ant = Ant\n`,
      "l/app_cs.properties": "zoo = Zoologická\nbee = V\\u010dela\n",
    });
    await operate(component, "pull");
    await translate(component, "Ant", "Mravenec");
    await operate(component, "push");
    expect(upstream.read("l/app_cs.properties")).toBe("ant = Mravenec\nbee = V\\u010dela\nzoo = Zoologická\n");
    expect(upstream.read("l/app.properties")).toBe(`${FILES["l/app.properties"]}ant = Ant\n`);
    await expectSound(component);
  });
});

describe("RESX files", () => {
  const file = (texts: Record<string, string>) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<root>\n${Object.entries(texts)
      .map(([key, text]) => `  <data name="${key}" xml:space="preserve">\n    <value>${text}</value>\n  </data>\n`)
      .join("")}</root>\n`;

  it("follow the base: new strings are copied, others go, and nothing happens twice", async () => {
    const { component, upstream } = await connect(
      petra,
      {
        "l/App.resx": file({ open: "Open", quit: "Quit", save: "Save" }),
        "l/App.cs.resx": file({ open: "Otevřít", old: "Staré" }),
      },
      { filemask: "l/App.*.resx", template: "l/App.resx", fileFormat: "resx", pushOnCommit: false },
    );
    const name = "weblate.resx.update";
    await translate(component, "Save", "Uložit");
    expect(await previewAddon(petra, component, { name, configuration: {} })).toEqual([
      "l/App.cs.resx: 2 new, 1 removed",
    ]);
    const { id } = await installAddon(petra, { component }, { name });
    await runWaitingAddons();
    // The edit that waited is committed before.
    expect(await logOf(id)).toEqual(["done installed: Updated l/App.cs.resx: 1 new, 1 removed."]);
    await operate(component, "push");
    const pushed = upstream.read("l/App.cs.resx");
    for (const text of ["Otevřít", "Uložit", "Quit"]) expect(pushed).toContain(`<value>${text}</value>`);
    expect(pushed).not.toContain("Staré");
    await expectSound(component);
    expect(await previewAddon(petra, component, { name, configuration: {} })).toEqual([]);
    upstream.commit({ "l/App.resx": file({ open: "Open", quit: "Quit", save: "Save", print: "Print" }) });
    await operate(component, "pull");
    await runWaitingAddons();
    expect((await logOf(id))[0]).toContain("1 new, 0 removed");
    await expectSound(component);
  });
});

const PO = `msgid ""
msgstr ""
"Language: cs\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Open"
msgstr ""

msgid "Quit"
msgstr "Konec"
`;
const connectPo = () =>
  connect(petra, { "po/cs.po": PO }, { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false });

describe("contributors of PO files", () => {
  it("stand in the file with their commit, once", async () => {
    const { component, upstream } = await connectPo();
    await installAddon(petra, { component }, { name: "loquat.gettext.authors" });
    await translate(component, "Open", "Otevřít");
    await operate(component, "push");
    const line = /^# Petra <.*>, \d{4}\.$/m.exec(upstream.read("po/cs.po"))?.[0];
    expect(line).toBeDefined();
    await translate(component, "Open", "Otevři");
    await operate(component, "push");
    // Add-ons are nobody.
    await installAddon(petra, { component }, { name: "weblate.flags.bulk", configuration: { state: "10" } });
    await runWaitingAddons();
    await operate(component, "push");
    expect(upstream.read("po/cs.po")).not.toMatch(/^#.*add-on/m);
    const pushed = upstream.read("po/cs.po");
    expect(pushed.split("\n").filter((one) => one === line)).toHaveLength(1);
    expect(pushed).toContain('msgstr "Otevři"');
    await expectSound(component);
  });
});

describe("the nightly reset", () => {
  it("discards what upstream does not have, and has no use for a project", async () => {
    const { component, upstream } = await connectPo();
    await translate(component, "Open", "Otevřít");
    await operate(component, "commit");
    await translate(component, "Quit", "Pryč");
    const name = "weblate.hosted.reset";
    expect(await previewAddon(petra, component, { name, configuration: {} })).toEqual([
      "2 translations would be discarded",
      "1 commit would be discarded",
    ]);
    const { id } = await installAddon(petra, { component }, { name });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Reset the repository."]);
    expect((await findUnit(petra, await unitId(component, "cs", "Open"))).targets).toEqual([""]);
    expect((await findUnit(petra, await unitId(component, "cs", "Quit"))).targets).toEqual(["Konec"]);
    await operate(component, "push");
    expect(upstream.read("po/cs.po")).toBe(PO);
    await expectSound(component);
    const { rows } = await listOperations(petra, { component }, { limit: 10 });
    const undone = await undoHere(petra, rows.find(({ undoable }) => undoable)?.id ?? "", { plan: false });
    expect(undone).toMatchObject({ restored: 2 });
    expect((await findUnit(petra, await unitId(component, "cs", "Open"))).targets).toEqual(["Otevřít"]);
    await expectSound(component);
    await expect(installAddon(petra, { project: component.project }, { name: "weblate.hosted.reset" })).rejects.toThrow(
      /single components/,
    );
  });
});

describe("translations that the repository changed", () => {
  it("are marked, those of people are not, and who confirms one is not asked again", async () => {
    const { component, upstream } = await connectPo();
    await installAddon(petra, { component }, { name: "weblate.flags.target_repo_update" });
    await translate(component, "Open", "Otevřít");
    await operate(component, "push");
    upstream.commit({ "po/cs.po": upstream.read("po/cs.po").replace("Konec", "Ukončit") });
    await operate(component, "pull");
    await runWaitingAddons();
    const state = async (source: string) => (await findUnit(petra, await unitId(component, "cs", source))).state;
    expect([await state("Open"), await state("Quit")]).toEqual([20, 11]);
    await translate(component, "Quit", "Ukončit");
    await operate(component, "push");
    upstream.commit({ "README.md": "x" });
    await operate(component, "pull");
    await runWaitingAddons();
    expect(await state("Quit")).toBe(20);
    await expectSound(component);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { previewAddon } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Add-ons that take out of files what says nothing. */

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const json = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const FILES = {
  "l/en.json": json({ open: "Open", quit: "Quit" }),
  "l/cs.json": json({ open: "Otevřít", old: "Staré", quit: "" }),
  "l/de.json": json({ open: "Öffnen", quit: "Ende" }),
};
const begin = () =>
  connect(petra, FILES, { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false });
const operate = async (component: ComponentRow, operation: "pull" | "push" | "commit") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
async function expectSound(component: ComponentRow) {
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
}

const KINDS: { name: string; shown: string; left: Record<string, string> }[] = [
  { name: "weblate.cleanup.generic", shown: "l/cs.json: old", left: { open: "Otevřít", quit: "" } },
  { name: "weblate.cleanup.blank", shown: "l/cs.json: quit", left: { open: "Otevřít", old: "Staré" } },
];

it("removes what somebody has emptied, once that is committed", async () => {
  const { component, upstream } = await begin();
  const { id } = await installAddon(petra, { component }, { name: "weblate.cleanup.blank" });
  await runWaitingAddons();
  await editUnit(petra, await unitId(component, "de", "quit"), { targets: [""], state: 0 });
  await operate(component, "commit");
  expect(await runWaitingAddons()).toEqual(["committed"]);
  expect((await logOf(id))[0]).toBe("done committed: Removed 1 string from 1 file.");
  await operate(component, "push");
  expect(upstream.read("l/de.json")).toBe(json({ open: "Öffnen" }));
  await expectSound(component);
});

describe.each(KINDS)("$name", ({ name, shown, left }) => {
  it("shows and does its work, at once and after a pull, and leaves other files alone", async () => {
    const { component, upstream } = await begin();
    expect(await previewAddon(petra, component, { name, configuration: {} })).toEqual([shown]);
    const { id } = await installAddon(petra, { component }, { name });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Removed 1 string from 1 file."]);
    await expectSound(component);
    await operate(component, "push");
    expect(upstream.read("l/cs.json")).toBe(json(left));
    expect(upstream.git("show", "--name-only", "--format=%s", "main").trim().split("\n").at(-1)).toBe("l/cs.json");
    upstream.commit({ "l/de.json": json({ open: "Öffnen", quit: "", older: "Alt" }) });
    await operate(component, "pull");
    await runWaitingAddons();
    expect((await logOf(id))[0]).toBe("done component-updated: Removed 1 string from 1 file.");
    await expectSound(component);
    expect(await previewAddon(petra, component, { name, configuration: {} })).toEqual([]);
  });

  it("loses no edit that waits", async () => {
    const { component, upstream } = await begin();
    await editUnit(petra, await unitId(component, "cs", "quit"), { targets: ["Konec"], state: 20 });
    await installAddon(petra, { component }, { name });
    await runWaitingAddons();
    await expectSound(component);
    await operate(component, "push");
    expect(JSON.parse(upstream.read("l/cs.json"))).toMatchObject({ quit: "Konec" });
    await operate(component, "pull");
    await expectSound(component);
  });

  it("is not for formats whose strings cannot be removed", async () => {
    const { component } = await connect(
      petra,
      { "d/en.md": "# Title\n\nText\n", "d/cs.md": "# Titulek\n\nText\n" },
      { filemask: "d/*.md", template: "d/en.md", fileFormat: "markdown" },
    );
    await expect(installAddon(petra, { component }, { name })).rejects.toThrow(Invalid);
  });
});

describe("where a template says which strings there are", () => {
  const po = (texts: Record<string, string>) =>
    `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(texts)
      .map(([source, text]) => `\nmsgid "${source}"\nmsgstr "${text}"\n`)
      .join("")}`;

  it("strings that it does not have leave the files, and the list of strings", async () => {
    const { component, upstream } = await connect(
      petra,
      { "po/a.pot": po({ Open: "" }), "po/cs.po": po({ Open: "Otevřít", Close: "Zavřít" }) },
      { filemask: "po/*.po", newBase: "po/a.pot", fileFormat: "po", pushOnCommit: false },
    );
    await editUnit(petra, await unitId(component, "cs", "Close"), { targets: ["Zavři"], state: 20 });
    await installAddon(petra, { component }, { name: "weblate.cleanup.generic" });
    await runWaitingAddons();
    await expectSound(component);
    await expect(unitId(component, "cs", "Close")).rejects.toThrow("no string");
    await operate(component, "push");
    expect(upstream.read("po/cs.po")).not.toContain("Close");
    await operate(component, "pull");
    await expectSound(component);
    await expect(installAddon(petra, { component }, { name: "weblate.cleanup.blank" })).rejects.toThrow(Invalid);
  });
});

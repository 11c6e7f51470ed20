import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import { settingsFields } from "@/lib/domain/addons/form";
import { addonType } from "@/lib/domain/addons/registry";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { create as createLabel } from "@/lib/domain/labels/labels";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { previewAddon } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { fileDrift } from "../../support/differences";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** The add-on that edits all strings that a search finds. */

const NAME = "weblate.flags.bulk";

let petra: Actor;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
});

const po = (texts: Record<string, string>) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n${Object.entries(texts)
    .map(([source, text]) => `\nmsgid "${source}"\nmsgstr "${text}"\n`)
    .join("")}`;
const begin = () =>
  connect(
    petra,
    {
      "po/cs.po": po({ Open: "Otevřít", Close: "Zavřít", Quit: "" }),
      "po/de.po": po({ Open: "Öffnen", Close: "", Quit: "" }),
    },
    { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false },
  );
const unit = async (component: ComponentRow, language: string, source: string) =>
  findUnit(petra, await unitId(component, language, source));
async function expectSound(component: ComponentRow) {
  expect(await counterDrift()).toEqual([]);
  expect(await fileDrift(component)).toEqual([]);
}

describe("bulk edit", () => {
  it("sets states of translations, leaves untranslated strings alone, and writes the files", async () => {
    const { component, upstream } = await begin();
    const configuration = { q: "source:Open OR source:Quit", state: 10 };
    expect(await previewAddon(petra, component, { name: NAME, configuration })).toEqual([
      "the search finds 6 strings, such as “Open”, “Quit”",
      "the state of 2 translations would be changed",
    ]);
    expect(await unit(component, "cs", "Open")).toMatchObject({ state: 20 });
    const { id } = await installAddon(petra, { component }, { name: NAME, configuration });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Changed the state of 2 translations."]);
    expect(await unit(component, "cs", "Open")).toMatchObject({ state: 10, targets: ["Otevřít"], pending: true });
    expect(await unit(component, "de", "Open")).toMatchObject({ state: 10 });
    expect(await unit(component, "cs", "Close")).toMatchObject({ state: 20 });
    expect(await unit(component, "cs", "Quit")).toMatchObject({ state: 0 });
    expect(
      await textRows(
        db,
        sql`select distinct action from changes where component_id = ${component.id} and unit_id = ${await unitId(component, "cs", "Open")}`,
      ),
    ).toEqual([{ action: 32 }]);
    await expectSound(component);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain('#, fuzzy\nmsgid "Open"\nmsgstr "Otevřít"');
    await expectSound(component);
  });

  it("adds and removes flags and labels of source strings, again after a pull, and finds nothing to do the second time", async () => {
    const { component, upstream } = await begin();
    for (const name of ["menu", "old"]) await createLabel(petra, component.project.slug, { name, color: "red" });
    const configuration = { q: "source:Open", add_flags: "max-length:40, read-only", add_labels: "menu" };
    const { id } = await installAddon(petra, { component }, { name: NAME, configuration });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Changed flags or labels of 1 source string."]);
    const described = (source: string) =>
      textRows(
        db,
        sql`
        select s.extra_flags as flags, array(select b.name from source_unit_labels x join labels b on b.id = x.label_id where x.source_id = s.id order by 1) as labels
        from source_units s where s.component_id = ${component.id} and s.sources[1] = ${source}`,
      );
    expect(await described("Open")).toEqual([{ flags: "max-length:40, read-only", labels: ["menu"] }]);
    expect(await unit(component, "cs", "Open")).toMatchObject({ state: 100 });
    const second = await installAddon(
      petra,
      { component },
      {
        name: NAME,
        configuration: {
          q: "source:Open",
          remove_flags: "read-only",
          remove_labels: ["old"],
          add_labels: ["old", "menu"],
        },
      },
    );
    await runWaitingAddons();
    expect(await described("Open")).toEqual([{ flags: "max-length:40", labels: ["menu"] }]);
    expect(await unit(component, "cs", "Open")).toMatchObject({ state: 20 });
    upstream.commit({ "po/cs.po": po({ Open: "Otevřít", "Open again": "Znovu", Close: "Zavřít", Quit: "" }) });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    await runWaitingAddons();
    expect(await described("Open again")).toMatchObject([{ labels: ["menu"] }]);
    expect((await logOf(second.id))[0]).toContain("component-updated");
    await expectSound(component);
  });

  it("tells in its form and its errors what may be given", async () => {
    const { component } = await begin();
    const state = settingsFields(addonType(NAME)).find(({ name }) => name === "state");
    expect(state).toMatchObject({ kind: "choice", initial: "-1" });
    expect(state?.choices).toContainEqual({ value: "10", label: "Needs editing" });
    for (const configuration of [{ q: "state:" }, { state: 5 }, { add_flags: "no-such-flag-at-all" }, { q: "(" }])
      await expect(installAddon(petra, { component }, { name: NAME, configuration })).rejects.toThrow(Invalid);
    const { id } = await installAddon(petra, { component }, { name: NAME, configuration: { add_labels: ["none"] } });
    await runWaitingAddons();
    expect((await logOf(id))[0]).toBe("failed installed: The project has no label none.");
    const approved = await installAddon(petra, { component }, { name: NAME, configuration: { state: "30" } });
    await runWaitingAddons();
    expect((await logOf(approved.id))[0]).toContain("reviews turned on");
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { planText } from "@/app/ui/addon-plan";
import type { Actor } from "@/lib/domain/access/actor";
import * as runs from "@/lib/domain/addon-runs/run-addon";
import { findAddon, installAddon } from "@/lib/domain/addons/addons";
import { addonType } from "@/lib/domain/addons/registry";
import type { ComponentRow } from "@/lib/domain/components/components";
import { createFromScratch } from "@/lib/domain/creation/from-scratch";
import { importComponent } from "@/lib/domain/creation/import-component";
import { addComment } from "@/lib/domain/discussion/comments";
import { findUnit } from "@/lib/domain/units/units";
import { db, sql } from "@/lib/platform/database";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";
import { planConfiguration, planInstallation, previewAddon } from "../../support/addon-plans";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** What add-ons tell before they do it; nothing of it is done. */

let admin: Actor;
let component: ComponentRow;

const HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n';

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  ({ component } = await connect(
    admin,
    {
      "po/app.pot": `${HEAD}msgid "Quit"\nmsgstr ""\n\nmsgid "Open"\nmsgstr ""\n`,
      "po/cs.po": `${HEAD}msgid "Quit"\nmsgstr "Konec"\n\nmsgid "Open"\nmsgstr ""\n`,
      "po/de.po": `${HEAD}msgid "Quit"\nmsgstr "Ende"\n\nmsgid "Open"\nmsgstr ""\n`,
      "po/LINGUAS": "cs\n",
    },
    { filemask: "po/*.po", fileFormat: "po", newBase: "po/app.pot" },
  ));
});

const told = (name: string, configuration: Record<string, unknown> = {}) =>
  previewAddon(admin, component, { name, configuration });

describe("a preview", () => {
  it("shows the file of one language as it would be written, and names the others", async () => {
    const configuration = {
      filename: "stats/{{ language_code }}.txt",
      template: "{{ language_name }}: {{ stats.translated }}\n",
    };
    expect(await told("weblate.generate.generate", configuration)).toEqual([
      "stats/cs.txt (Czech) would say:\nCzech: 1\n",
      "The same for stats/de.txt",
    ]);
  });

  it("counts what would be removed, filled and translated, and does none of it", async () => {
    const quit = await unitId(component, "cs", "Quit");
    const open = await unitId(component, "cs", "Open");
    const old = new Date(Date.now() - 40 * 86_400_000);
    await addComment(admin, quit, { scope: "translation", text: "Old", createdAt: old });
    expect(await told("weblate.removal.comments")).toEqual(["1 comment would be removed"]);
    expect(await told("weblate.removal.comments", { age: 50 })).toEqual([]);
    expect(await told("weblate.generate.prefill")).toEqual([
      "Czech: 1 string would be filled",
      "German: 1 string would be filled",
    ]);
    expect(
      await told("weblate.generate.pseudolocale", { source: "en", target: "de", prefix: "[", suffix: "]" }),
    ).toEqual(["German: 2 strings would be written", "“Quit” would become “[Quit]”", "“Open” would become “[Open]”"]);
    expect(await findUnit(admin, open)).toMatchObject({ state: 0, targets: [""] });
    expect(await textRows(db, sql`select text from comments`)).toEqual([{ text: "Old" }]);
    expect(await counterDrift()).toEqual([]);
  });

  it("tells of automatic translation from other components by language, and of services how many strings they would get", async () => {
    const { slug } = component.project;
    const made = await createFromScratch(admin, slug, {
      ...{ name: "Twin", slug: "twin", fileFormat: "po", sourceLanguage: "en" },
      ...{ languages: ["cs"], strings: "Quit" },
    });
    await importComponent(made.id, () => {});
    const name = "weblate.autotranslate.autotranslate";
    const twin = (configuration: Record<string, unknown>) => previewAddon(admin, made, { name, configuration });
    expect(await twin({})).toEqual(["Czech: 1 string would be translated"]);
    expect(await twin({ auto_source: "mt", engines: ["weblate"] })).toEqual([
      "Czech: 1 string would be sent to weblate",
    ]);
    expect(await twin({ auto_source: "mt" })).toEqual([]);
    expect(await findUnit(admin, await unitId(made, "cs", "Quit"))).toMatchObject({ state: 0 });
    await expect(twin({ q: "state:(" })).rejects.toMatchObject({ fields: [{ path: "configuration.q" }] });
  });

  it("names what a search finds", async () => {
    const lines = await told("weblate.flags.bulk", { q: "Quit", add_flags: "max-length:9" });
    expect(lines?.[0]).toMatch(/^the search finds \d+ strings, such as “Quit”$/);
    expect(lines).toContain("flags or labels of 1 source string would be changed");
    expect(await told("weblate.flags.bulk", { q: "nothing-like-it" })).toEqual([]);
  });

  it("names files and languages", async () => {
    expect(await told("weblate.gettext.linguas")).toEqual(["po/LINGUAS would list: cs de"]);
    expect(await told("weblate.gettext.mo")).toEqual([
      expect.stringMatching(/po\/cs\.mo, po\/de\.mo would be compiled/),
    ]);
    expect(await told("weblate.cdn.files")).toEqual([
      expect.stringMatching(/po\/cs\.po, po\/de\.po would be readable without signing in/),
    ]);
    expect(await told("weblate.consistency.languages")).toEqual([]);
  });

  it("is said in the language of the reader, languages by their names in it, and so is what settings refuse", async () => {
    const plan = (name: string, configuration = {}) => runs.previewAddon(admin, component, { name, configuration });
    expect(planText(textsOf("de"), await plan("weblate.gettext.linguas"), false)).toContain(
      "po/LINGUAS würde auflisten: cs de",
    );
    const written = refusal("planWritten", { language: "Czech", count: 3 });
    expect(planText(textsOf("cs"), [written, "From elsewhere."], false)).toMatch(
      /Čeština: zapsalo by se 3 řetězce\n• From elsewhere\.$/,
    );
    await expect(plan("weblate.removal.comments", { age: "x" })).rejects.toMatchObject({
      fields: [{ path: "configuration.age", said: { key: "settingNumber" } }],
    });
    await expect(plan("weblate.flags.bulk", { q: "state:nothing" })).rejects.toMatchObject({
      fields: [{ path: "configuration.q", said: expect.anything() }],
    });
  });

  it("is made of an installed add-on with other settings, which stay as they were", async () => {
    const { id } = await installAddon(
      admin,
      { component },
      { name: "weblate.removal.comments", configuration: { age: 90 } },
    );
    expect(await planConfiguration(admin, id, { age: 30 })).toEqual(["1 comment would be removed"]);
    expect((await findAddon(admin, id)).configuration).toMatchObject({ age: 90 });
    await expect(planConfiguration(admin, id, { age: 0 })).rejects.toMatchObject({
      fields: [{ path: "configuration.age" }],
    });
    const stranger = await makePerson("stranger");
    await expect(planConfiguration(stranger, id, { age: 30 })).rejects.toThrow();
    expect(
      await planInstallation(admin, { project: component.project }, { name: "weblate.removal.comments" }),
    ).toContain("App: 1 comment would be removed");
  });
});

describe("settings to begin with", () => {
  it("find the files of a component, and others like them", () => {
    const { suggest } = addonType("weblate.discovery.discovery");
    const of = (filemask: string, template = "", newBase = "") =>
      suggest?.({ ...component, filemask, template, newBase, fileFormat: "json" });
    expect(of("locale/*/app.json", "locale/en/app.json")).toEqual({
      ...{ match: "locale/(?P<language>[^/.]*)/(?P<component>[^/.]*)\\.json", file_format: "json" },
      base_file_template: "locale/en/{{ component }}.json",
    });
    expect(of("apps/shop/*.json", "apps/shop/en.json")).toEqual({
      ...{ match: "apps/(?P<component>[^/]*)/(?P<language>[^/.]*)\\.json", file_format: "json" },
      base_file_template: "apps/{{ component }}/en.json",
    });
    expect(of("*.json")).toEqual({ file_format: "json" });
    expect(addonType("weblate.generate.pseudolocale").suggest?.(component)).toEqual({ source: "en" });
  });
});

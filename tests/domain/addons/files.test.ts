import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { configureAddon, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { listAlerts } from "@/lib/domain/components/alerts";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { writeLanguageFile } from "@/lib/domain/creation/language-files";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const po = (language: string, open = "") => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr "Konec"

msgid "Open"
msgstr "${open}"
`;
const POT = po("").replace("Konec", "").replace('"Language: \\n"\n', "");

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

/** Writes the files of languages that wait for one, as the background does. */
async function writeWaitingFiles(): Promise<void> {
  const rows = await textRows<{ id: number; repositoryId: number }>(
    db,
    sql`select t.id, c.repository_id from translations t join components c on c.id = t.component_id where t.file_wanted order by t.id`,
  );
  for (const row of rows) await writeLanguageFile(row.repositoryId, row.id);
}

const languagesOf = async (component: { id: number }) =>
  (
    await textRows<{ code: string }>(
      db,
      sql`
      select l.code from translations t join languages l on l.id = t.language_id where t.component_id = ${component.id} order by 1`,
    )
  ).map((row) => row.code);

const failures = async (component: { id: number }) => (await listAlerts(component.id)).map((alert) => alert.kind);

describe("the same languages in all components", () => {
  it("adds what other components have, at once and whenever a language comes", async () => {
    const { component: first } = await connect(
      admin,
      { "a/cs.po": po("cs"), "a/de.po": po("de"), "a/x.pot": POT },
      { filemask: "a/*.po", fileFormat: "po", newBase: "a/x.pot" },
    );
    const made = await createComponent(admin, first.project.slug, {
      name: "Second",
      slug: "second",
      repo: first.repository.url,
      push: first.repository.url,
      filemask: "b/*.po",
      fileFormat: "po",
      newBase: "a/x.pot",
    });
    await importComponent(made.id, () => {});
    expect(await languagesOf(made)).toEqual(["en"]);
    const { id } = await installAddon(admin, { project: first.project }, { name: "weblate.consistency.languages" });
    expect(await runWaitingAddons()).toContain("installed");
    await writeWaitingFiles();
    expect(await languagesOf(made)).toEqual(["cs", "de", "en"]);
    expect(await logOf(id)).toContain("done installed: Added cs, de.");
    expect(await runWaitingAddons()).toEqual([]);
    expect(
      await textRows(
        db,
        sql`
        select distinct u.username from changes c join users u on u.id = c.user_id where c.action = 48 and c.component_id = ${made.id}`,
      ),
    ).toEqual([{ username: "addon-consistency.languages" }]);
    expect(await counterDrift()).toEqual([]);
  });

  it("raises an alert where a language cannot be added, and takes it back when it can", async () => {
    const { component } = await connect(
      admin,
      { "a/cs.po": po("cs"), "b/de.po": po("de"), "x.pot": POT },
      { filemask: "a/*.po", fileFormat: "po", newBase: "x.pot" },
    );
    const bare = await createComponent(admin, component.project.slug, {
      name: "Bare",
      slug: "bare",
      repo: component.repository.url,
      push: component.repository.url,
      filemask: "b/*.po",
      fileFormat: "po",
    });
    await importComponent(bare.id, () => {});
    const { id } = await installAddon(admin, { component: bare }, { name: "weblate.consistency.languages" });
    await runWaitingAddons();
    expect(await failures(bare)).toContain("AddonScriptError");
    expect((await logOf(id))[0]).toMatch(/^failed installed: Not added: cs: .*template/);
    expect(await languagesOf(component)).toEqual(["cs", "en"]);
    await removeAddon(admin, id);
    expect(await failures(bare)).not.toContain("AddonScriptError");
  });
});

describe("LINGUAS and configure", () => {
  const configureFile = '#!/bin/sh\nALL_LINGUAS="de"\nexit 0\n';

  it("list the languages in a commit of the add-on's own, and only when something changed", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": po("cs"), "po/fr.po": po("fr"), "po/LINGUAS": "# ours\nde\n", "configure.ac": configureFile },
      { filemask: "po/*.po", fileFormat: "po" },
    );
    await installAddon(admin, { component }, { name: "weblate.gettext.linguas" });
    await installAddon(admin, { component }, { name: "weblate.gettext.configure" });
    await runWaitingAddons();
    expect(upstream.read("po/LINGUAS")).toBe("# ours\ncs\nfr\n");
    expect(upstream.read("configure.ac")).toBe(configureFile.replace('"de"', '"cs fr"'));
    expect(upstream.git("log", "-1", "--format=%an", "--", "po/LINGUAS").trim()).toBe("Update the LINGUAS file add-on");
    const head = upstream.git("rev-parse", "main");
    await db.run(sql`update addons set created_at = now() - interval '3 days'`);
    upstream.commit({ "po/de.po": po("de") });
    await performOperation(component.repositoryId, "pull");
    expect(await runWaitingAddons()).toEqual(["component-updated", "component-updated"]);
    expect(upstream.read("po/LINGUAS")).toBe("# ours\ncs\nde\nfr\n");
    const changed = upstream.git("diff", "--name-only", head.trim(), "main").trim().split("\n");
    expect(changed).toEqual(["configure.ac", "po/LINGUAS", "po/de.po"]);
    expect(await failures(component)).toEqual([]);
  });

  it("give way to an upstream that changed the same file", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": po("cs"), "po/LINGUAS": "de\n" },
      { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false },
    );
    const { id } = await installAddon(admin, { component }, { name: "weblate.gettext.linguas" });
    await runWaitingAddons();
    expect(upstream.read("po/LINGUAS")).toBe("de\n");
    upstream.commit({ "po/LINGUAS": "# By hand\nfr\n" });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await runWaitingAddons()).toEqual(["component-updated"]);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read("po/LINGUAS")).toBe("# By hand\ncs\n");
    await removeAddon(admin, id);
  });

  it("tell that there is no such file", async () => {
    const { component } = await connect(admin, { "po/cs.po": po("cs") }, { filemask: "po/*.po", fileFormat: "po" });
    const { id } = await installAddon(admin, { component }, { name: "weblate.gettext.linguas" });
    await runWaitingAddons();
    expect(await failures(component)).toEqual(["AddonScriptError"]);
    expect(await logOf(id)).toEqual([
      "failed installed: The repository has no file po/LINGUAS. Add it; it may be empty.",
    ]);
  });

  it("are not for components without PO files", async () => {
    const { component } = await connect(
      admin,
      { "en.json": '{"a": "A"}', "cs.json": "{}" },
      { filemask: "*.json", template: "en.json", fileFormat: "json" },
    );
    await expect(installAddon(admin, { component }, { name: "weblate.gettext.linguas" })).rejects.toThrow(Invalid);
  });
});

describe("a file from a template", () => {
  let component: ComponentRow;
  let upstream: Awaited<ReturnType<typeof connect>>["upstream"];

  beforeAll(async () => {
    ({ component, upstream } = await connect(
      admin,
      { "po/cs.po": po("cs"), "keep.txt": "kept" },
      { filemask: "po/*.po", fileFormat: "po" },
    ));
  });

  it("is written at once, and with each commit of the language", async () => {
    const configuration = {
      filename: "stats/{{ language_code }}.json",
      template: '{"translated": {{ stats.translated_percent }}}\n',
    };
    const { id } = await installAddon(admin, { component }, { name: "weblate.generate.generate", configuration });
    await runWaitingAddons();
    expect(upstream.read("stats/cs.json")).toBe('{"translated": 50}\n');
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: ["Otevřít"], state: 20 });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(upstream.git("log", "-1", "--format=%an", "--name-only").trim().split("\n")).toEqual([
      "Petra",
      "",
      "po/cs.po",
      "stats/cs.json",
    ]);
    expect(upstream.read("stats/cs.json")).toBe('{"translated": 100}\n');
    await removeAddon(admin, id);
  });

  it("is not written over the repository's own files or outside of it, and never holds a translator's commit back", async () => {
    const { id } = await installAddon(
      admin,
      { component },
      {
        name: "weblate.generate.generate",
        configuration: { filename: '{{ ".." }}/{{ language_code }}', template: "x" },
      },
    );
    await runWaitingAddons();
    expect(await logOf(id)).toEqual([
      "failed installed: “../cs” is not a path of a file in the repository. The path must not leave the repository (“..”).",
    ]);
    await configureAddon(admin, id, { configuration: { filename: "po/{{ language_code }}.po", template: "x" } });
    await editUnit(petra, await unitId(component, "cs", "Open"), { targets: ["Otevři"], state: 20 });
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(upstream.read("po/cs.po")).toContain("Otevři");
    expect((await logOf(id))[0]).toBe(
      "failed before-commit: po/cs.po is a translation file of App and was not overwritten.",
    );
    expect(await failures(component)).toEqual(["AddonScriptError"]);
    await removeAddon(admin, id);
    expect(await failures(component)).toEqual([]);
  });

  it("needs a template that can be used", async () => {
    const install = (configuration: Record<string, unknown>) =>
      installAddon(admin, { component }, { name: "weblate.generate.generate", configuration });
    await expect(install({ filename: "a", template: "{{ no_such_thing }}" })).rejects.toThrow(
      /configuration\.template/,
    );
    await expect(install({ template: "x" })).rejects.toThrow(/configuration\.filename/);
    for (const filename of [
      "../{{ language_code }}",
      "/etc/{{ language_code }}",
      ".git/config",
      "a/../../{% if x %}b{% endif %}",
    ])
      await expect(install({ filename, template: "x" }), filename).rejects.toThrow(/configuration\.filename/);
    expect((await findComponentById(admin, component.id)).addonIds).toEqual([]);
  });
});

describe("automatic translation", () => {
  it("takes texts of other components when a component comes", async () => {
    const { component } = await connect(
      admin,
      { "a/cs.po": po("cs", "Otevřít"), "b/cs.po": po("cs") },
      { filemask: "a/*.po", fileFormat: "po", allowPropagation: false },
    );
    const { id } = await installAddon(
      admin,
      { project: component.project },
      { name: "weblate.autotranslate.autotranslate", configuration: { mode: "translate" } },
    );
    await runWaitingAddons();
    const other = await createComponent(admin, component.project.slug, {
      name: "Other",
      slug: "other",
      repo: component.repository.url,
      push: component.repository.url,
      filemask: "b/*.po",
      fileFormat: "po",
      allowPropagation: false,
    });
    await importComponent(other.id, () => {});
    expect(await runWaitingAddons()).toEqual(["component-updated"]);
    expect(await logOf(id)).toContain("done component-updated: Translated 1 string.");
    const open = await unitId(other, "cs", "Open");
    expect(await textRows(db, sql`select targets, state from units where id = ${open}`)).toEqual([
      { targets: ["Otevřít"], state: 20 },
    ]);
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(await counterDrift()).toEqual([]);
  });
});

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { runAddon } from "@/lib/domain/addon-runs/run-addon";
import { configureAddon, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { Invalid } from "@/lib/domain/errors";
import { performOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { previewAddon } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

/** Templates made by the real django-admin and sphinx-build. */

let petra: Actor;
let scratch: string;
const [path, temporary] = [process.env.PATH, process.env.TMPDIR];
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  scratch = mkdtempSync(join(tmpdir(), "loquat-extract-test-"));
  process.env.TMPDIR = scratch;
});
afterEach(() => {
  process.env.PATH = path;
  // Nothing of the sources stays behind.
  expect(readdirSync(scratch).filter((name) => name.startsWith("loquat-sources-"))).toEqual([]);
});
afterAll(() => {
  if (temporary === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = temporary;
  rmSync(scratch, { recursive: true, force: true });
});

const DJANGO = "weblate.gettext.django";
const SPHINX = "weblate.gettext.sphinx";

const head = (language = "") =>
  `msgid ""\nmsgstr ""\n"Project-Id-Version: orchard 1\\n"\n"POT-Creation-Date: 2020-01-01 00:00+0000\\n"\n${language}"Content-Type: text/plain; charset=UTF-8\\n"\n`;
const files = (folder: string, template: string, sources: Record<string, string>) => ({
  [`${folder}${template}`]: `${head()}\nmsgid "Gone"\nmsgstr ""\n`,
  [`${folder}cs/LC_MESSAGES/app.po`]: `${head('"Language: cs\\n"\n')}\nmsgid "Gone"\nmsgstr "Pryč"\n`,
  ...sources,
});
const begin = (folder: string, template: string, sources: Record<string, string>) =>
  connect(petra, files(folder, template, sources), {
    filemask: `${folder}*/LC_MESSAGES/app.po`,
    newBase: `${folder}${template}`,
    fileFormat: "po",
    pushOnCommit: false,
  });
const operate = async (component: ComponentRow, operation: "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const texts = (pot: string) => [...pot.matchAll(/^msgid "(.+)"$/gm)].map(([, text]) => text).sort();

const SHOP = {
  "shop/views.py": 'from django.utils.translation import gettext as _\n# Translators: a button\nlabel = _("Open")\n',
  "shop/templates/shop/page.html":
    '{% load i18n %}<h1>{% translate "Orchard" %}</h1>{% blocktranslate %}Hi{% endblocktranslate %}',
  "shop/static/app.js": 'gettext("Script");\n',
  "shop/locale/leftover.py": '_("Leftover")\n',
  "other/views.py": '_("Never")\n',
  // Settings that would be run if anything of the project were.
  "shop/settings.py": 'raise SystemExit("run")\n',
  "manage.py": 'raise SystemExit("run")\n',
};

describe("Django", () => {
  it("makes the template of the application anew, once, and again when a template changes", async () => {
    const { component, upstream } = await begin("shop/locale/", "django.pot", SHOP);
    expect(await previewAddon(petra, component, { name: DJANGO, configuration: {} })).toEqual([
      "shop/locale/django.pot would be made anew from 3 files",
    ]);
    const { id } = await installAddon(petra, { component }, { name: DJANGO, configuration: { interval: "daily" } });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Updated shop/locale/django.pot from 3 files."]);
    await operate(component, "push");
    const pot = upstream.read("shop/locale/django.pot");
    expect(texts(pot)).toEqual(["Hi", "Open", "Orchard"]);
    expect(pot).toContain("#: templates/shop/page.html:1");
    expect(pot).toContain("#. Translators: a button");
    expect(pot).toContain("orchard 1");
    expect(await previewAddon(petra, component, { name: DJANGO, configuration: {} })).toEqual([]);
    upstream.commit({ "shop/templates/shop/page.html": "{% load i18n %}{% translate 'Pears' %}" });
    await operate(component, "pull");
    await runAddon(id, "manual", component.id);
    await operate(component, "push");
    expect(texts(upstream.read("shop/locale/django.pot"))).toEqual(["Open", "Pears"]);
    await removeAddon(petra, id);
  });

  it("takes the scripts where the template is that of scripts", async () => {
    const { component, upstream } = await begin("shop/locale/", "djangojs.pot", SHOP);
    const { id } = await installAddon(petra, { component }, { name: DJANGO });
    await runWaitingAddons();
    await operate(component, "push");
    expect(texts(upstream.read("shop/locale/djangojs.pot"))).toEqual(["Script"]);
    await removeAddon(petra, id);
  });

  it("tells what is wrong with a template of a page, in the log and by an alert", async () => {
    const { component } = await begin("shop/locale/", "django.pot", {
      "shop/page.html": "{% load i18n %}{% blocktranslate %}{% if x %}{% endblocktranslate %}",
    });
    const { id } = await installAddon(petra, { component }, { name: DJANGO });
    await runWaitingAddons();
    expect((await logOf(id))[0]).toMatch(/^failed installed: django-admin could not read the sources: .*page\.html/s);
    expect(
      await textRows(db, sql`select kind from alerts where component_id = ${component.id} and kind like '%ddon%'`),
    ).toHaveLength(1);
    await removeAddon(petra, id);
  });
});

describe("Sphinx", () => {
  it("makes one template of all pages, with their places", async () => {
    const { component, upstream } = await begin("docs/locale/", "docs.pot", {
      "docs/conf.py": 'raise SystemExit("run")\n',
      "docs/index.rst":
        "Orchard\n=======\n\nApples are *red*.\n\n.. include:: part.inc\n\n.. toctree::\n\n   more/pears\n",
      "docs/part.inc": "An included text.\n",
      "docs/more/pears.rst": "Pears\n=====\n\nPears are green.\n",
      "other/never.rst": "Never\n=====\n",
    });
    const { id } = await installAddon(petra, { component }, { name: SPHINX });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Updated docs/locale/docs.pot from 3 files."]);
    await operate(component, "push");
    const pot = upstream.read("docs/locale/docs.pot");
    expect(texts(pot)).toEqual(["An included text.", "Apples are *red*.", "Orchard", "Pears", "Pears are green."]);
    expect(pot).toContain("#: more/pears.rst:4\n");
    expect(await previewAddon(petra, component, { name: SPHINX, configuration: {} })).toEqual([]);
    await removeAddon(petra, id);
  });

  it("leaves out what is nothing but markup, where that is wanted", async () => {
    const { component, upstream } = await begin("docs/locale/", "docs.pot", {
      "docs/conf.py": "",
      "docs/index.rst": [
        "Orchard\n=======\n",
        ...["``apple --red``", ":ref:`part`", ":doc:`/index`", ":py:func:`open`", "https://example.org/", "3.14"],
        ...[":ref:`Own title <part>`", ":guilabel:`File`", "Text with ``code``.", "`Site <https://example.org/>`_"],
        ".. _part:\n\nPart\n----\n",
      ].join("\n\n"),
    });
    const { id } = await installAddon(petra, { component }, { name: SPHINX, configuration: { filter_mode: "markup" } });
    await runWaitingAddons();
    await operate(component, "push");
    const kept = ["Orchard", "Part", "Text with ``code``.", ":ref:`Own title <part>`", ":guilabel:`File`"];
    expect(texts(upstream.read("docs/locale/docs.pot"))).toEqual([...kept, "`Site <https://example.org/>`_"].sort());
    // Everything again, and what upstream has is then other than what would be made.
    await configureAddon(petra, id, { configuration: { filter_mode: "none" } });
    await runWaitingAddons();
    await operate(component, "push");
    expect(texts(upstream.read("docs/locale/docs.pot"))).toHaveLength(12);
    await expect(configureAddon(petra, id, { configuration: { filter_mode: "all" } })).rejects.toThrow(Invalid);
    await removeAddon(petra, id);
  });

  it("reads no file of the machine, whichever way a page asks for it", async () => {
    const secret = join(scratch, "secret.txt");
    writeFileSync(secret, "Secret text\n");
    const { component, upstream } = await begin("docs/locale/", "docs.pot", {
      "docs/conf.py": "",
      "docs/index.rst": [
        "Plain\n=====\n",
        ".. include:: ../../secret.txt\n",
        `.. include:: ${secret}\n`,
        `.. include:: ../../../../../../../../../..${secret}\n`,
        `.. csv-table:: Table\n   :file: ../../secret.txt\n`,
        `.. csv-table:: Table\n   :file: ../../../../../../../../../..${secret}\n`,
        `.. raw:: html\n   :file: ${secret}\n`,
        `.. literalinclude:: ../../secret.txt\n`,
      ].join("\n"),
    });
    const { id } = await installAddon(petra, { component }, { name: SPHINX });
    await runWaitingAddons();
    await operate(component, "push");
    const pot = upstream.read("docs/locale/docs.pot");
    expect(pot).toContain('msgid "Plain"');
    expect(pot).not.toContain("Secret");
    await removeAddon(petra, id);
  });
});

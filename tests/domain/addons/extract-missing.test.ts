import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { addonsAt, installAddon } from "@/lib/domain/addons/addons";
import { planInstallation } from "../../support/addon-plans";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Add-ons that make templates, on a machine that has none of the programs they need. */

let petra: Actor;
let bin: string;
const path = process.env.PATH;
beforeAll(async () => {
  petra = await makePerson("petra", { superuser: true });
  bin = mkdtempSync(join(tmpdir(), "loquat-extract-test-"));
  symlinkSync(execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(), join(bin, "git"));
});
afterAll(() => {
  process.env.PATH = path;
  rmSync(bin, { recursive: true, force: true });
});

const HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';

it.each([
  ["weblate.gettext.django", "django-admin", /pip install Django/],
  ["weblate.gettext.sphinx", "sphinx-build", /pip install Sphinx/],
  ["weblate.gettext.xgettext", "xgettext", /apt install gettext/],
  ["weblate.gettext.meson", "xgettext", /apt install gettext/],
])("%s says what to install, and nothing is installed", async (name, program, hint) => {
  process.env.PATH = path;
  const { component } = await connect(
    petra,
    { "locale/django.pot": HEAD, "locale/cs/LC_MESSAGES/app.po": HEAD },
    { filemask: "locale/*/LC_MESSAGES/app.po", newBase: "locale/django.pot", fileFormat: "po", pushOnCommit: false },
  );
  process.env.PATH = bin;
  const refusal = {
    name: "Invalid",
    fields: [expect.objectContaining({ path: "name", message: expect.stringMatching(hint) })],
  };
  await expect(installAddon(petra, { component }, { name })).rejects.toMatchObject(refusal);
  await expect(installAddon(petra, { component }, { name })).rejects.toThrow(`${program} is not installed`);
  await expect(planInstallation(petra, { component }, { name })).rejects.toMatchObject(refusal);
  expect(await addonsAt(petra, { component })).toEqual([]);
});

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { runAddon } from "@/lib/domain/addon-runs/run-addon";
import { installAddon, removeAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { performOperation } from "@/lib/domain/integrate/operations";
import { db, sql } from "@/lib/platform/database";
import { previewAddon } from "../../support/addon-plans";
import { logOf, runWaitingAddons } from "../../support/addons";
import { connect } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Templates made from sources by the real xgettext. */

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

const head = (more = "") =>
  `# Orchard.\nmsgid ""\nmsgstr ""\n"Project-Id-Version: orchard 1\\n"\n"POT-Creation-Date: 2020-01-01 00:00+0000\\n"\n${more}"Content-Type: text/plain; charset=UTF-8\\n"\n`;
const FILES = {
  "po/app.pot": `${head()}\n#: src/old.c:1\nmsgid "Gone"\nmsgstr ""\n`,
  "po/cs.po": `${head('"Language: cs\\n"\n')}\nmsgid "Gone"\nmsgstr "Pryč"\n`,
  "src/main.c": '/* TRANSLATORS: on the button */\nputs(_("Open"));\nputs(_("Ünïcode"));\n',
  "src/deep/more.c": 'puts(tr("Deep"));\n',
  "test/test.c": 'puts(_("Never"));\n',
};
const begin = (files: Record<string, string> = FILES) =>
  connect(petra, files, { filemask: "po/*.po", newBase: "po/app.pot", fileFormat: "po", pushOnCommit: false });
const operate = async (component: ComponentRow, operation: "pull" | "push") =>
  expect(await performOperation(component.repositoryId, operation)).toEqual({ result: true });
const texts = (pot: string) => [...pot.matchAll(/^msgid "(.+)"$/gm)].map(([, text]) => text);
const NAME = "weblate.gettext.xgettext";
const SOURCES = { source_patterns: "src/**/*.c", keyword: "_ tr", interval: "daily" };

describe("xgettext", () => {
  it("makes the template anew with its old header, once, and again when the sources change", async () => {
    const { component, upstream } = await begin();
    expect(await previewAddon(petra, component, { name: NAME, configuration: SOURCES })).toEqual([
      "po/app.pot would be made anew from 2 files",
    ]);
    const { id } = await installAddon(petra, { component }, { name: NAME, configuration: SOURCES });
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Updated po/app.pot from 2 files."]);
    await operate(component, "push");
    const pot = upstream.read("po/app.pot");
    expect(texts(pot)).toEqual(["Deep", "Open", "Ünïcode"]);
    expect(pot).toContain("#. TRANSLATORS: on the button\n#: src/main.c:2\n");
    expect(pot).toContain("orchard 1");
    expect(pot).not.toContain("2020-01-01");
    expect(await previewAddon(petra, component, { name: NAME, configuration: SOURCES })).toEqual([]);
    await runAddon(id, "manual", component.id);
    expect(await logOf(id)).toHaveLength(1);
    const changed = { "src/main.c": `${FILES["src/main.c"]}puts(_("Quit"));\n` };
    upstream.commit(changed);
    await operate(component, "pull");
    await runWaitingAddons();
    // It was made today.
    expect(await logOf(id)).toHaveLength(1);
    await db.run(
      sql`update addons set created_at = now() - interval '2 days', state = state - 'seen' where id = ${id}`,
    );
    await runAddon(id, "daily", component.id);
    expect((await logOf(id))[0]).toBe("done daily: Updated po/app.pot from 2 files.");
    await operate(component, "push");
    expect(texts(upstream.read("po/app.pot"))).toContain("Quit");
    await removeAddon(petra, id);
  });

  it("reads what a list names, and nothing outside of the repository", async () => {
    const { component, upstream } = await begin({
      ...FILES,
      "po/POTFILES.in": "# sources\n[type: gettext/c] src/main.c\n../../../../etc/passwd\n/etc/passwd\nsrc/none.c\n",
    });
    const { id } = await installAddon(
      petra,
      { component },
      { name: "weblate.gettext.meson", configuration: { normalize_header: true } },
    );
    await runWaitingAddons();
    expect(await logOf(id)).toEqual(["done installed: Updated po/app.pot from 1 file."]);
    await operate(component, "push");
    const pot = upstream.read("po/app.pot");
    expect(texts(pot)).toEqual(["Open", "Ünïcode"]);
    expect(pot).toContain(`# Translation template of ${component.name}.`);
    expect(pot).toContain("charset=UTF-8");
    await removeAddon(petra, id);
  });

  it("takes no setting for an option, and no pattern that leaves the repository", async () => {
    const { component } = await begin();
    const refused = (configuration: Record<string, unknown>) =>
      expect(installAddon(petra, { component }, { name: NAME, configuration })).rejects.toThrow();
    await refused({ ...SOURCES, keyword: "--output=/tmp/x" });
    await refused({ ...SOURCES, comment_tag: "--directory=/" });
    await refused({ ...SOURCES, checks: ["--help"] });
    await refused({ ...SOURCES, language: "C --output=x" });
    await refused({ ...SOURCES, source_patterns: "../**/*.c" });
    await refused({ ...SOURCES, source_patterns: "**/**/**/**/x" });
  });

  it("leaves links alone, and files that would read others", async () => {
    const { component, upstream } = await begin();
    const secret = join(scratch, "secret.c");
    writeFileSync(secret, 'puts(_("Secret"));\n');
    upstream.commit({ "ui/target": secret });
    upstream.git("read-tree", "main");
    const target = upstream.git("rev-parse", "main:ui/target").trim();
    upstream.git("update-index", "--add", "--cacheinfo", `120000,${target},ui/link.c`);
    const made = upstream.git("commit-tree", "-p", "main", "-m", "Link", upstream.git("write-tree").trim()).trim();
    upstream.git("update-ref", "refs/heads/main", made);
    expect(upstream.git("ls-tree", "main", "ui/link.c")).toMatch(/^120000/);
    upstream.commit({
      "ui/a.c": '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>\nputs(_("Entity"));\n',
      "ui/b.c": 'puts(_("Plain"));\n',
    });
    await operate(component, "pull");
    const configuration = { ...SOURCES, source_patterns: "ui/*.c" };
    const { id } = await installAddon(petra, { component }, { name: NAME, configuration });
    await runWaitingAddons();
    await operate(component, "push");
    expect(texts(upstream.read("po/app.pot"))).toEqual(["Plain"]);
    await removeAddon(petra, id);
  });

  it("says what is missing: no sources, no texts, no program", async () => {
    const { component } = await begin();
    const attempt = async (configuration: Record<string, unknown>) => {
      const { id } = await installAddon(petra, { component }, { name: NAME, configuration });
      await runWaitingAddons();
      const [line] = await logOf(id);
      await removeAddon(petra, id);
      return line;
    };
    expect(await attempt({ source_patterns: "nothing/*.c" })).toContain("is in the repository");
    expect(await attempt({})).toContain("Enter patterns");
    expect(await attempt({ input_mode: "potfiles" })).toContain("no file po/POTFILES.in or po/POTFILES");
    expect(await attempt({ source_patterns: "src/deep/*.c" })).toContain("No texts were found");
    const bin = join(scratch, "bin");
    mkdirSync(bin);
    symlinkSync(execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim(), join(bin, "git"));
    process.env.PATH = bin;
    await expect(previewAddon(petra, component, { name: NAME, configuration: SOURCES })).rejects.toThrow(
      /xgettext is not installed on this machine. Install GNU gettext/,
    );
  });
});

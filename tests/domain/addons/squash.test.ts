import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import type { ComponentRow } from "@/lib/domain/components/components";
import { removeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { performOperation } from "@/lib/domain/integrate/operations";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { db, sql } from "@/lib/platform/database";
import { logOf } from "../../support/addons";
import type { Upstream } from "../../support/git";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

const po = (language: string) => `msgid ""
msgstr ""
"Language: ${language}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "Quit"
msgstr ""

msgid "Open"
msgstr ""
`;

let petra: Actor;
let jan: Actor;
let admin: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jan = await makePerson("jan");
});

/** A component with four local commits: Petra and Jan in turn, in two languages. */
async function worked(
  configuration: Record<string, unknown>,
  settings: { mergeStyle?: string } = {},
): Promise<{ component: ComponentRow; upstream: Upstream; addon: number }> {
  const { component, upstream } = await connect(
    admin,
    { "po/cs.po": po("cs"), "po/de.po": po("de") },
    {
      filemask: "po/*.po",
      fileFormat: "po",
      pushOnCommit: false,
      commitMessage: "Translate {{ language_name }}",
      ...settings,
    },
  );
  const { id } = await installAddon(admin, { component }, { name: "weblate.git.squash", configuration });
  const edit = async (who: Actor, language: string, source: string) => {
    await editUnit(who, await unitId(component, language, source), { targets: [`${source} ${language}`], state: 20 });
    await performOperation(component.repositoryId, "commit");
  };
  await edit(petra, "cs", "Quit");
  await edit(jan, "cs", "Open");
  await edit(petra, "de", "Quit");
  await edit(jan, "de", "Open");
  return { component, upstream, addon: id };
}

const logged = (upstream: Upstream) =>
  upstream
    .git("log", "--format=%an|%cn|%B%x00", "main")
    .split("\0")
    .map((text) => text.trim())
    .filter((text) => text && !text.startsWith("Upstream|"));

const TEXTS = ["Quit cs", "Open cs", "Quit de", "Open de"];
const allTexts = (upstream: Upstream) => `${upstream.read("po/cs.po")}${upstream.read("po/de.po")}`;

async function pushed({ component, upstream }: { component: ComponentRow; upstream: Upstream }): Promise<string[]> {
  expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
  for (const text of TEXTS) expect(allTexts(upstream)).toContain(text);
  expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
  expect(await counterDrift()).toEqual([]);
  return logged(upstream);
}

describe("squashing", () => {
  it("makes one commit of all, with everybody's credit", async () => {
    const world = await worked({});
    expect(await pushed(world)).toEqual([
      "Squash Git commits add-on|Loquat|Translate Czech\n\nTranslate German\n\nCo-authored-by: Petra <petra@example.org>\nCo-authored-by: Jan <jan@example.org>",
    ]);
    expect(await logOf(world.addon)).toEqual(["done before-push: Squashed 4 commits."]);
    const head = world.upstream.git("rev-parse", "main");
    expect(await performOperation(world.component.repositoryId, "push")).toEqual({ result: true });
    expect(world.upstream.git("rev-parse", "main")).toBe(head);
  });

  it("makes one commit for each language", async () => {
    const world = await worked({ squash: "language", append_trailers: false });
    expect(await pushed(world)).toEqual([
      "Squash Git commits add-on|Loquat|Translate German",
      "Squash Git commits add-on|Loquat|Translate Czech",
    ]);
  });

  it("makes one commit for each file, under a message of its own", async () => {
    const world = await worked({ squash: "file", commit_message: "New translations" });
    const credit = "Co-authored-by: Petra <petra@example.org>\nCo-authored-by: Jan <jan@example.org>";
    expect(await pushed(world)).toEqual([
      `Squash Git commits add-on|Loquat|New translations\n\n${credit}`,
      `Squash Git commits add-on|Loquat|New translations\n\n${credit}`,
    ]);
    expect(world.upstream.git("show", "--format=", "--name-only", "main").trim()).toBe("po/de.po");
  });

  it("makes one commit for each author where the edits allow it, and keeps the order where they do not", async () => {
    const names = (texts: string[]) => texts.map((text) => text.split("|")[0]);
    expect(names(await pushed(await worked({ squash: "author" })))).toEqual(["Jan", "Petra"]);
    const world = await worked({ squash: "author" });
    // Both have written into the header of one file in turn, so that their commits cannot change places.
    const open = await unitId(world.component, "cs", "Open");
    for (const text of ["Draft", "Open cs"]) {
      await editUnit(petra, open, { targets: [text], state: 20 });
      await performOperation(world.component.repositoryId, "commit");
    }
    expect(names(await pushed(world))).toEqual(["Petra", "Jan", "Petra", "Jan", "Petra"]);
  });

  it("works on top of what upstream has by now, also after a merge", async () => {
    for (const mergeStyle of ["rebase", "merge"]) {
      const world = await worked({}, { mergeStyle });
      world.upstream.commit({ "README.md": "New\n" }, "Upstream work");
      expect(await pushed(world)).toHaveLength(1);
      expect(world.upstream.read("README.md")).toBe("New\n");
      expect(world.upstream.git("log", "--merges", "--format=%h", "main")).toBe("");
    }
  });

  it("leaves all commits in place when the push fails", async () => {
    const world = await worked({});
    const lock = `${world.upstream.url}/refs/heads/main.lock`;
    const { rmSync, writeFileSync } = await import("node:fs");
    writeFileSync(lock, "");
    expect(await performOperation(world.component.repositoryId, "push")).toMatchObject({ result: false });
    const commits = () =>
      textRows(db, sql`select outgoing from repositories where id = ${world.component.repositoryId}`);
    expect(await commits()).toEqual([{ outgoing: 4 }]);
    rmSync(lock);
    expect(await pushed(world)).toHaveLength(1);
  });

  it("keeps what our branch holds while upstream has not taken it over from a branch of our own", async () => {
    const { component, upstream } = await connect(
      admin,
      { "po/cs.po": po("cs"), "po/de.po": po("de") },
      { filemask: "po/*.po", fileFormat: "po", pushOnCommit: false, pushBranch: "l10n" },
    );
    const { id: addon } = await installAddon(admin, { component }, { name: "weblate.git.squash", configuration: {} });
    for (const source of ["Quit", "Open"]) {
      await editUnit(petra, await unitId(component, "cs", source), { targets: [`${source} cs`], state: 20 });
      await performOperation(component.repositoryId, "commit");
    }
    const push = () => performOperation(component.repositoryId, "push");
    const files = () => upstream.git("ls-tree", "--name-only", "l10n", "po/").trim().split("\n");
    const translation = await findTranslation(admin, component, "de");
    await removeLanguageFrom(admin, translation);
    const { id, repositoryId: repository } = component;
    await removeLanguageFile({ repository, component: id, filename: "po/de.po", language: "German" });
    for (const note of ["1", "2"]) {
      expect(await push()).toEqual({ result: true });
      expect(files()).toEqual(["po/cs.po"]);
      expect(upstream.git("rev-list", "--count", "main..l10n")).toBe("1\n");
      upstream.commit({ "notes.txt": note });
    }
    expect(await push()).toEqual({ result: true });
    const [head, log] = [upstream.git("rev-parse", "l10n"), await logOf(addon)];
    expect(await push()).toEqual({ result: true });
    expect(upstream.git("rev-parse", "l10n")).toBe(head);
    expect(await logOf(addon)).toEqual(log);
  });
});

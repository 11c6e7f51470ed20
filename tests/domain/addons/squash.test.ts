import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type AddonTarget, installAddon, removeAddon } from "@/lib/domain/addons/addons";
import { squash } from "@/lib/domain/addons/internal/squash";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
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

  it.each(["on the component that owns the repository", "on one that shares it", "on the project"])(
    "makes one commit of the change of many components, installed %s, and of each its own once it is removed",
    async (place) => {
      const names = Array.from({ length: 6 }, (_, number) => `part${number}`);
      const settings = (name: string) => ({ name, slug: name, filemask: `${name}/*.po`, fileFormat: "po" });
      const files = Object.fromEntries(names.map((name) => [`${name}/cs.po`, po("cs")]));
      const { component: owner, upstream } = await connect(admin, files, {
        ...{ filemask: "part0/*.po", fileFormat: "po", pushOnCommit: false },
      });
      const repo = `internal://${owner.project.slug}/${owner.slug}`;
      const components = [owner];
      for (const name of names.slice(1)) {
        const { id } = await createComponent(admin, owner.project.slug, { repo, ...settings(name) });
        await importComponent(id, () => {});
        components.push(await findComponentById(admin, id));
      }
      const round = async (source: string) => {
        const before = upstream.git("rev-parse", "main").trim();
        for (const component of components)
          await editUnit(petra, await unitId(component, "cs", source), { targets: [`${source} cs`], state: 20 });
        expect(await performOperation(owner.repositoryId, "push")).toEqual({ result: true });
        for (const name of names) expect(upstream.read(`${name}/cs.po`)).toContain(`"${source} cs"`);
        return upstream.git("log", "--format=%an", `${before}..main`).trim().split("\n");
      };
      const [, shared] = components as [ComponentRow, ComponentRow];
      const where: AddonTarget =
        place === "on the project"
          ? { project: owner.project }
          : { component: place.includes("owns") ? owner : shared };
      const { id } = await installAddon(admin, where, { name: "weblate.git.squash", configuration: {} });
      expect(await round("Quit")).toEqual(["Petra"]);
      await removeAddon(admin, id);
      expect(await round("Open")).toEqual(names.map(() => "Petra"));
    },
  );
});

describe("very many commits", () => {
  const commits = Array.from({ length: 40_000 }, (_, number) => ({
    sha: String(number),
    author: { name: "Petra", email: "petra@example.org" },
    message: "Translate",
    paths: [`part${number % 500}/${Math.floor(number / 1000)}.po`],
    isMerge: false,
  }));

  it.each(["all", "language", "file"])("become few by %s at once", async (by) => {
    const made: number[] = [];
    await squash.beforePush?.({
      settings: squash.settings.parse({ squash: by }),
      component: {} as ComponentRow,
      bot: { name: "Bot", email: "bot@example.org" },
      commits,
      languageOf: (path) => path.split("/")[1],
      squashPaths: async (groups) => made.push(groups.length) > 0,
      squashCommits: async () => false,
    });
    expect(made).toEqual([{ all: 1, language: 41, file: 20_001 }[by]]);
  });

  it("are left as they are by author, where each would be made again", async () => {
    const work = squash.beforePush?.({
      settings: squash.settings.parse({ squash: "author" }),
      component: {} as ComponentRow,
      bot: { name: "Bot", email: "bot@example.org" },
      commits,
      languageOf: () => undefined,
      squashPaths: async () => false,
      squashCommits: async () => true,
    });
    await expect(work).rejects.toThrow("More than 5000 commits");
  });
});

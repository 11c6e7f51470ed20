import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { installAddon } from "@/lib/domain/addons/addons";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { beginLanguage } from "@/lib/domain/creation/add-language";
import { createComponent } from "@/lib/domain/creation/create-component";
import { discoverComponents } from "@/lib/domain/creation/discover";
import { importComponent } from "@/lib/domain/creation/import-component";
import { removeLanguageFile, writeLanguageFile } from "@/lib/domain/creation/language-files";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { componentArchive } from "@/lib/domain/exports/archives";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { findTranslation } from "@/lib/domain/translations/translations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { uploadFile } from "@/lib/domain/uploads/upload-file";
import { currentFile } from "@/lib/domain/working-copy/current-file";
import { dropWorkingCopy, withWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { readArchive } from "@/lib/platform/archive";
import { db, sql } from "@/lib/platform/database";
import { appstore } from "@/lib/text/formats/appstore/appstore";
import { formatOptions } from "@/lib/text/formats/kernel/format";
import { zipOf } from "@/lib/text/formats/kernel/zip";
import { runWaitingAddons } from "../support/addons";
import { git, type Upstream } from "../support/git";
import { connect, counterDrift, unitId } from "../support/loop";
import { makePerson } from "../support/people";
import { textRow, textRows } from "../support/text-rows";

/** Formats whose file is a folder, through every door: what the repository has beside their texts stays as it is. */

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const ROOT = "fastlane/metadata/android";
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
const FILES = {
  [`${ROOT}/en-US/title.txt`]: "Quinces\n",
  [`${ROOT}/en-US/short_description.txt`]: "Counts quinces\n",
  [`${ROOT}/en-US/full_description.txt`]: "A quince is a fruit.\n\nThis counts them.\n",
  [`${ROOT}/en-US/changelogs/9.txt`]: "Mended the basket\n",
  [`${ROOT}/en-US/changelogs/10.txt`]: "New scales\n",
  [`${ROOT}/en-US/images/icon.png`]: PICTURE,
  [`${ROOT}/de-DE/title.txt`]: "Quitten",
  [`${ROOT}/de-DE/full_description.txt`]: "Eine Quitte ist Obst.\r\n\r\nZählt sie.\r\n",
  [`${ROOT}/de-DE/images/icon.png`]: PICTURE,
  [`${ROOT}/README.md`]: "Texts of the store\n",
};
const SETTINGS = { filemask: `${ROOT}/*/`, template: `${ROOT}/en-US/`, fileFormat: "appstore" } as const;

const stringsOf = (component: ComponentRow, code: string) =>
  textRows<{ context: string; target: string; state: number; flags: string }>(
    db,
    sql`
    select s.context, u.targets[1] as target, u.state, s.flags from units u join source_units s on s.id = u.source_id
      join translations t on t.id = u.translation_id join languages l on l.id = t.language_id
    where t.component_id = ${component.id} and l.code = ${code} order by u.position`,
  );

const blobs = (upstream: Upstream, path = ROOT) =>
  new Map(
    upstream
      .git("ls-tree", "-r", "main", "--", path)
      .trim()
      .split("\n")
      .map((line) => [line.slice(line.indexOf("\t") + 1), line.split(/[ \t]/)[2]]),
  );

/** Paths whose content differs between two listings. */
const changed = (before: Map<string, string | undefined>, after: Map<string, string | undefined>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();

async function whole(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("a folder of store texts", () => {
  it("comes in as one file of strings, the newest note of a version first", async () => {
    const { component } = await connect(admin, FILES, SETTINGS);
    expect(component).toMatchObject({ filemask: `${ROOT}/*`, template: `${ROOT}/en-US` });
    expect(await stringsOf(component, "de")).toEqual([
      { context: "title.txt:1", target: "Quitten", state: 20, flags: "max-length:30" },
      { context: "short_description.txt:1", target: "", state: 0, flags: "max-length:80" },
      {
        context: "full_description.txt:1",
        target: "Eine Quitte ist Obst.\n\nZählt sie.",
        state: 20,
        flags: "max-length:4000",
      },
      { context: "changelogs/10.txt:1", target: "", state: 0, flags: "max-length:500" },
      { context: "changelogs/9.txt:1", target: "", state: 0, flags: "max-length:500" },
    ]);
    expect(await findTranslation(admin, component, "de")).toMatchObject({ filename: `${ROOT}/de-DE` });
    expect(await counterDrift()).toEqual([]);
  });

  it("gets only the files of the texts that were typed, in one commit of the author's", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const before = blobs(upstream);
    const full = await unitId(component, "de", "full_description.txt:1");
    await editUnit(petra, full, { targets: ["Obst.\n\nZählt es."], state: 20 });
    await editUnit(petra, await unitId(component, "de", "changelogs/10.txt:1"), { targets: ["Neue Waage"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(changed(before, blobs(upstream))).toEqual([
      `${ROOT}/de-DE/changelogs/10.txt`,
      `${ROOT}/de-DE/full_description.txt`,
    ]);
    expect(upstream.read(`${ROOT}/de-DE/full_description.txt`)).toBe("Obst.\r\n\r\nZählt es.\r\n");
    expect(upstream.read(`${ROOT}/de-DE/changelogs/10.txt`)).toBe("Neue Waage\r\n");
    expect(upstream.git("log", "--format=%an").trim().split("\n")).toEqual(["Petra", "Upstream"]);
    expect((await findUnit(petra, full)).pending).toBe(false);
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect(await textRows(db, sql`select * from pending_changes`)).toEqual([]);
    expect(await counterDrift()).toEqual([]);
  });

  it.each(["rebase", "merge"])("keeps both sides' texts when upstream changes others (%s)", async (mergeStyle) => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle, push: "" });
    await editUnit(petra, await unitId(component, "de", "title.txt:1"), { targets: ["Die Quitten"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    upstream.commit({
      [`${ROOT}/de-DE/short_description.txt`]: "Zählt Quitten\n",
      [`${ROOT}/de-DE/full_description.txt`]: null,
      [`${ROOT}/de-DE/images/icon.png`]: Buffer.from([1, 2, 3]),
      [`${ROOT}/en-US/changelogs/11.txt`]: "Faster\n",
      [`${ROOT}/en-US/changelogs/9.txt`]: null,
      [`${ROOT}/fr-FR/title.txt`]: "Coings\n",
    });
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect((await stringsOf(component, "de")).map(({ context, target }) => [context, target])).toEqual([
      ["title.txt:1", "Die Quitten"],
      ["short_description.txt:1", "Zählt Quitten"],
      ["full_description.txt:1", ""],
      ["changelogs/11.txt:1", ""],
      ["changelogs/10.txt:1", ""],
    ]);
    expect((await stringsOf(component, "fr"))[0]).toMatchObject({ target: "Coings" });
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect([...blobs(upstream, `${ROOT}/de-DE`).keys()]).toEqual([
      `${ROOT}/de-DE/images/icon.png`,
      `${ROOT}/de-DE/short_description.txt`,
      `${ROOT}/de-DE/title.txt`,
    ]);
    expect(upstream.read(`${ROOT}/de-DE/title.txt`)).toBe("Die Quitten\n");
    expect(await counterDrift()).toEqual([]);
  });

  it("survives a lost working copy and a reset", async () => {
    const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, push: "" });
    const title = await unitId(component, "de", "title.txt:1");
    await editUnit(petra, title, { targets: ["Die Quitten"], state: 20 });
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    await performOperation(component.repositoryId, "commit");
    expect(await performOperation(component.repositoryId, "reset")).toEqual({ result: true });
    expect(await findUnit(petra, title)).toMatchObject({ targets: ["Die Quitten"], pending: true });
    await db.run(sql`update repositories set push = url where id = ${component.repositoryId}`);
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.read(`${ROOT}/de-DE/title.txt`)).toBe("Die Quitten\r\n");
  });

  it("is made for a new language with its first text, and goes with its language", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const { code } = await beginLanguage(admin, component, "cs");
    const made = await findTranslation(admin, component, code);
    expect(made.filename).toBe(`${ROOT}/cs-CZ`);
    await writeLanguageFile(component.repositoryId, made.id);
    // Git holds no empty folder, and the language stays without one.
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    await editUnit(petra, await unitId(component, "cs", "title.txt:1"), { targets: ["Kdoule"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect([...blobs(upstream, `${ROOT}/cs-CZ`).keys()]).toEqual([`${ROOT}/cs-CZ/title.txt`]);
    const german = await findTranslation(admin, component, "de");
    await removeLanguageFrom(admin, german);
    await removeLanguageFile({
      repository: component.repositoryId,
      component: component.id,
      filename: german.filename,
      language: "German",
    });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect([...blobs(upstream, `${ROOT}/de-DE`).keys()]).toEqual([`${ROOT}/de-DE/images/icon.png`]);
    expect(await counterDrift()).toEqual([]);
  });

  it("loses the file of a string that is removed, in every language", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    await removeUnit(admin, await unitId(component, "en", "full_description.txt:1"));
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect([...blobs(upstream).keys()].filter((path) => path.includes("full_description"))).toEqual([]);
    expect((await stringsOf(component, "de")).map(({ context }) => context)).not.toContain("full_description.txt:1");
  });

  it("leaves a container as a download, which comes back as an upload", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const german = await findTranslation(admin, component, "de");
    await editUnit(petra, await unitId(component, "de", "title.txt:1"), { targets: ["Die Quitten"], state: 20 });
    const file = await currentFile(component, german.id);
    const entries = () => appstore.parse(appstore.decode(file.content), formatOptions()).entries;
    expect(entries().map(({ targets }) => targets[0])).toContain("Die Quitten");
    const upload = (members: Record<string, string>, method: "translate" | "replace") =>
      uploadFile(admin, german, {
        filename: "de.zip",
        bytes: zipOf(new Map(Object.entries(members).map(([name, text]) => [name, Buffer.from(text)]))),
        method,
        conflicts: "replace-translated",
        fuzzy: "",
      });
    expect(
      await upload({ "title.txt": "Quittenkorb\n", "../../evil.txt": "x\n", "other.txt": "y\n" }, "translate"),
    ).toMatchObject({ accepted: 1, notFound: 1, total: 2 });
    await expect(upload({ "title.txt": "\xff\u0000".repeat(2_000_000) }, "translate")).rejects.toThrow();
    expect(await upload({ "title.txt": "Korb\n", "short_description.txt": "Kurz\n" }, "replace")).toMatchObject({
      total: 2,
    });
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect([...blobs(upstream, `${ROOT}/de-DE`).keys()]).toEqual([
      `${ROOT}/de-DE/images/icon.png`,
      `${ROOT}/de-DE/short_description.txt`,
      `${ROOT}/de-DE/title.txt`,
    ]);
    expect(upstream.read(`${ROOT}/de-DE/title.txt`)).toBe("Korb\n");
    const archive = await readArchive(await whole(componentArchive(admin, component)), {
      entries: 100,
      entryBytes: 10_000,
      bytes: 100_000,
    });
    const names = archive.map((member) => member.path.slice(component.project.slug.length));
    expect(names).toContain(`/app/${ROOT}/de-DE/short_description.txt`);
    expect(names).toContain(`/app/${ROOT}/en-US/changelogs/10.txt`);
  });

  it("takes no links for texts, and leaves what is too large alone", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const clone = mkdtempSync(join(tmpdir(), "loquat-links-"));
    git(clone, "clone", "--quiet", upstream.url, ".");
    for (const code of ["en-US", "de-DE"]) symlinkSync("/etc/passwd", join(clone, ROOT, code, "summary.txt"));
    git(clone, "add", "--all");
    git(clone, "commit", "--quiet", "-m", "Links");
    git(clone, "push", "--quiet", "origin", "HEAD:main");
    expect(await performOperation(component.repositoryId, "pull")).toEqual({ result: true });
    expect((await stringsOf(component, "de")).map(({ context }) => context)).not.toContain("summary.txt:1");
    const many = Object.fromEntries(
      Array.from({ length: 5100 }, (_, i) => [`${ROOT}/de-DE/changelogs/${i}.txt`, `${i}\n`]),
    );
    upstream.commit(many);
    const answer = await performOperation(component.repositoryId, "pull");
    expect(answer.detail).toContain("The folder contains more than 5000 texts");
    expect((await stringsOf(component, "de"))[0]).toMatchObject({ target: "Quitten" });
  });

  it("is found by discovery with its strings", async () => {
    const { component, upstream } = await connect(admin, FILES, SETTINGS);
    const found = await discoverComponents(admin, component.project.slug, { repo: upstream.url });
    expect(found.proposals.map(({ filemask, fileFormat, template }) => [filemask, fileFormat, template])).toEqual([
      [`${ROOT}/*`, "appstore", `${ROOT}/en-US`],
    ]);
    expect(found.proposals[0]?.sample[0]).toEqual({ source: "Quinces", target: "Quitten" });
  });

  it("becomes one commit for each language where commits are squashed so", async () => {
    const settings = { ...SETTINGS, pushOnCommit: false, commitMessage: "Translate {{ language_name }}" };
    const { component, upstream } = await connect(
      admin,
      { ...FILES, [`${ROOT}/fr-FR/title.txt`]: "Coings\n" },
      settings,
    );
    await installAddon(admin, { component }, { name: "weblate.git.squash", configuration: { squash: "language" } });
    for (const [who, code, key] of [
      [petra, "de", "title.txt:1"],
      [admin, "de", "changelogs/9.txt:1"],
      [petra, "fr", "title.txt:1"],
    ] as const) {
      await editUnit(who, await unitId(component, code, key), { targets: [`${key} ${code}`], state: 20 });
      await performOperation(component.repositoryId, "commit");
    }
    expect(await performOperation(component.repositoryId, "push")).toEqual({ result: true });
    expect(upstream.git("log", "--format=%s").trim().split("\n")).toEqual([
      "Translate French",
      "Translate German",
      "Start",
    ]);
    expect(upstream.read(`${ROOT}/de-DE/changelogs/9.txt`)).toBe("changelogs/9.txt:1 de\r\n");
  });

  it("is found by the add-on that makes components by a pattern", async () => {
    const files = { ...FILES, "app/en.json": '{"a": "A"}\n', "app/cs.json": '{"a": "A"}\n' };
    const json = { filemask: "app/*.json", template: "app/en.json", fileFormat: "json" };
    const { component } = await connect(admin, files, json);
    const configuration = {
      match: "(?P<component>fastlane)/metadata/android/(?P<language>[^/]*)",
      file_format: "appstore",
      base_file_template: `${ROOT}/en-US`,
    };
    await installAddon(admin, { component }, { name: "weblate.discovery.discovery", configuration });
    await runWaitingAddons();
    const made = await textRow<{ id: number; filemask: string }>(
      db,
      sql`
      select id, filemask from components where linked_component_id = ${component.id}`,
    );
    expect(made?.filemask).toBe(`${ROOT}/*`);
    await importComponent(made?.id ?? 0, () => {});
    const found = await findComponentById(admin, made?.id ?? 0);
    expect((await stringsOf(found, "de"))[0]).toMatchObject({ target: "Quitten" });
  });

  it("begins with an archive, and is made again from the database alone", async () => {
    const slug = "archive-of-texts";
    await createProject(admin, { name: slug, slug, web: "https://example.org/" });
    const archive = zipOf(new Map(Object.entries(FILES).map(([path, content]) => [path, Buffer.from(content)])));
    const made = await createComponent(
      admin,
      slug,
      { name: "Texts", slug: "texts", ...SETTINGS },
      { archive: Buffer.from(archive) },
    );
    await importComponent(made.id, () => {});
    const component = await findComponentById(admin, made.id);
    await editUnit(petra, await unitId(component, "de", "title.txt:1"), { targets: ["Die Quitten"], state: 20 });
    await removeUnit(admin, await unitId(component, "en", "full_description.txt:1"));
    await performOperation(component.repositoryId, "commit");
    await dropWorkingCopy(component.repositoryId);
    await withWorkingCopy(component.repositoryId, async ({ copy }) => {
      const tree = await copy.tree("HEAD");
      const read = async (path: string) =>
        Buffer.from(await copy.read(tree.find((file) => file.path === path)?.blob ?? "")).toString();
      expect(await read(`${ROOT}/de-DE/title.txt`)).toBe("Die Quitten\r\n");
      expect(tree.map((file) => file.path)).not.toContain(`${ROOT}/de-DE/full_description.txt`);
      expect(tree.map((file) => file.path)).toContain(`${ROOT}/de-DE/images/icon.png`);
    });
    const copied = await createComponent(
      admin,
      slug,
      { name: "Copy", slug: "copy" },
      { component: `${slug}/${component.slug}` },
    );
    await importComponent(copied.id, () => {});
    expect((await stringsOf(copied, "de"))[0]).toMatchObject({ target: "Die Quitten" });
  });
});

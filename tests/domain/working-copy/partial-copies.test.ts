import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { repositoryPack } from "@/lib/domain/exports/repository-export";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { copyFolder, dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { isPartial } from "@/lib/platform/vcs/git-origin";
import { git, makeUpstream, type Upstream } from "../../support/git";
import { type GitServer, serveGit } from "../../support/git-server";
import { unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** Components of a repository at a server, of which only the newest commit and the files that are needed are fetched. */

let admin: Actor;
let petra: Actor;
let upstream: Upstream;
let server: GitServer;

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean" };
const SETTINGS = { filemask: "l/*.json", template: "l/en.json", newBase: "l/en.json", fileFormat: "json" } as const;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});
beforeEach(async () => {
  upstream = makeUpstream({
    "assets/large.bin": Buffer.alloc(100_000, "large"),
    "docs/en.json": catalogue({ title: "Title" }),
    "docs/cs.json": catalogue({ title: "Nadpis" }),
    "l/en.json": catalogue(KEYS),
    "l/cs.json": catalogue({ a: "Jablko" }),
  });
  upstream.commit({ "assets/large.bin": Buffer.alloc(100_000, "larger") });
  upstream.git("config", "uploadpack.allowFilter", "true");
  server = await serveGit(upstream);
});
afterEach(() => server.close());

async function connected(more: { mergeStyle?: "merge" | "rebase" } = {}): Promise<ComponentRow> {
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const place = { repo: server.url, push: server.url, pushOnCommit: false };
  const made = await createComponent(admin, slug, { name: "App", slug: "app", ...place, ...SETTINGS, ...more });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const translate = async (component: ComponentRow, key: string, text: string) =>
  editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
const perform = ({ repositoryId }: ComponentRow, operation: "pull" | "push" | "commit") =>
  performOperation(repositoryId, operation);
const filesOf = ({ repositoryId }: ComponentRow) => readdirSync(copyFolder(repositoryId)).sort();
const czech = () => JSON.parse(upstream.read("l/cs.json"));
const missingIn = ({ repositoryId }: ComponentRow) =>
  git(copyFolder(repositoryId), "rev-list", "--objects", "--missing=print", "HEAD").match(/^\?/gm)?.length ?? 0;

it("are imported from the files that their masks name, and from nothing else", async () => {
  const component = await connected();
  expect(filesOf(component)).toEqual([".git", "l"]);
  expect(missingIn(component)).toBe(3);
  expect(git(copyFolder(component.repositoryId), "rev-list", "--count", "HEAD").trim()).toBe("1");
});

it("get the files of another component of the repository when there is one", async () => {
  const component = await connected();
  const projectSlug = component.project.slug;
  const made = await createComponent(admin, projectSlug, {
    ...{ name: "Docs", slug: "docs", repo: `weblate://${projectSlug}/app` },
    ...{ filemask: "docs/*.json", template: "docs/en.json", newBase: "docs/en.json", fileFormat: "json" },
  });
  await importComponent(made.id, () => {});
  const docs = await findComponentById(admin, made.id);
  expect(docs.repositoryId).toBe(component.repositoryId);
  await translate(docs, "title", "Titulek");
  await perform(docs, "push");
  expect(JSON.parse(upstream.read("docs/cs.json"))).toEqual({ title: "Titulek" });
  expect(filesOf(component)).toEqual([".git", "docs", "l"]);
});

it.each(["merge", "rebase"] as const)("bring both sides' texts together (%s)", async (mergeStyle) => {
  const component = await connected({ mergeStyle });
  await translate(component, "b", "Fazole");
  await perform(component, "commit");
  upstream.commit({
    "l/cs.json": catalogue({ a: "Jablíčko" }),
    "assets/large.bin": Buffer.alloc(100_000, "largest"),
    "assets/other.bin": Buffer.alloc(100_000, "other"),
  });
  await perform(component, "pull");
  await perform(component, "push");
  expect(czech()).toEqual({ a: "Jablíčko", b: "Fazole" });
  expect(upstream.read("assets/other.bin")).toHaveLength(100_000);
  expect(upstream.git("fsck", "--strict", "--no-dangling")).toBe("");
  expect(filesOf(component)).toEqual([".git", "l"]);
  expect(existsSync(join(copyFolder(component.repositoryId), "assets"))).toBe(false);
});

it("lose nothing when the copy is lost and upstream has moved on meanwhile", async () => {
  const component = await connected();
  await translate(component, "b", "Fazole");
  await perform(component, "commit");
  const [name] = git(copyFolder(component.repositoryId), "log", "-1", "--format=%H").trim().split("\n");
  await dropWorkingCopy(component.repositoryId);
  upstream.commit({ "l/cs.json": catalogue({ a: "Jablíčko" }) });
  upstream.commit({ "docs/cs.json": catalogue({ title: "Titul" }) });
  await perform(component, "commit");
  expect(git(copyFolder(component.repositoryId), "log", "-1", "--format=%H").trim()).toBe(name);
  await perform(component, "push");
  expect(czech()).toEqual({ a: "Jablíčko", b: "Fazole" });
});

it("follow an upstream that begins anew behind their first commit", async () => {
  const component = await connected();
  await translate(component, "b", "Fazole");
  await perform(component, "commit");
  upstream.git("update-ref", "refs/heads/main", "main~1");
  upstream.commit({ "l/cs.json": catalogue({ a: "Jablíčko" }) });
  await perform(component, "push");
  expect(czech()).toEqual({ a: "Jablíčko", b: "Fazole" });
  expect(upstream.read("assets/large.bin").startsWith("largelarge")).toBe(true);
});

it("are made whole when somebody clones them from Loquat", async () => {
  const component = await connected();
  const folder = copyFolder(component.repositoryId);
  expect(await isPartial(folder)).toBe(true);
  for await (const piece of await repositoryPack(admin, component, {})) expect(piece.length).toBeGreaterThan(0);
  expect(await isPartial(folder)).toBe(false);
  expect(missingIn(component)).toBe(0);
  expect(readFileSync(join(folder, "assets/large.bin"), "latin1")).toMatch(/^largerlarger/);
  await translate(component, "b", "Fazole");
  await perform(component, "push");
  expect(czech()).toEqual({ a: "Jablko", b: "Fazole" });
});

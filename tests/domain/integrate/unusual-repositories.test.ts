import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { createProject } from "@/lib/domain/projects/projects";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { oneOf } from "../../support/combinations";
import { git, makeUpstream, type Upstream } from "../../support/git";
import { connect, unitId } from "../../support/loop";
import { OPEN } from "../../support/outside";
import { makePerson } from "../../support/people";
import { textRow } from "../../support/text-rows";

/** Repositories that hold something else than files and their history: less history, files kept elsewhere, others' repositories. */

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const FILES = { "l/en.json": catalogue({ a: "Apple", b: "Bean" }), "l/cs.json": catalogue({ a: "Jablko" }) };
const SETTINGS = { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false };

async function translate(component: ComponentRow, key: string, text: string): Promise<void> {
  await editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
}
const run = (component: ComponentRow, operation: "commit" | "pull" | "push" | "reset") =>
  performOperation(component.repositoryId, operation);

async function alertOf(component: ComponentRow, kind: string): Promise<string | undefined> {
  const found = await textRow<{ details: unknown }>(
    db,
    sql`select details from alerts where component_id = ${component.id} and kind = ${kind}`,
  );
  return found && JSON.stringify(found.details);
}

const STYLES: NonNullable<NewComponent["mergeStyle"]>[] = ["rebase", "merge"];

describe.each(STYLES)("a remote that is a shallow clone itself, with the style %s", (mergeStyle) => {
  it("connects, pulls and pushes, also when the working copy is gone", async () => {
    const whole = makeUpstream(FILES);
    for (const text of ["1\n", "2\n", "3\n"]) whole.commit({ "notes.txt": text });
    const bare = join(dirname(whole.url), "shallow.git");
    git(dirname(bare), "clone", "--quiet", "--bare", "--depth=2", `file://${whole.url}`, bare);
    expect(git(bare, "rev-parse", "--is-shallow-repository").trim()).toBe("true");
    const slug = `shallow-${mergeStyle}`;
    await createProject(admin, { name: slug, slug, web: "https://example.org/" });
    const made = await createComponent(admin, slug, {
      ...{ name: "App", slug: "app", repo: bare, push: bare, branch: "main", mergeStyle },
      ...SETTINGS,
    });
    await importComponent(made.id, () => {});
    const component = await findComponentById(admin, made.id);
    await translate(component, "b", "Fazole");
    expect(await run(component, "push")).toMatchObject({ result: true });
    expect(git(bare, "show", "main:l/cs.json")).toContain("Fazole");

    await translate(component, "a", "Jablíčko");
    expect(await run(component, "commit")).toMatchObject({ result: true });
    rmSync(copyFolder(component.repositoryId), { recursive: true });
    const work = join(dirname(whole.url), "work");
    git(dirname(work), "clone", "--quiet", `file://${bare}`, work);
    git(work, "commit", "--quiet", "--allow-empty", "-m", "Of a developer");
    git(work, "push", "--quiet", "origin", "main");
    expect(await run(component, "pull")).toMatchObject({ result: true });
    expect(await run(component, "push")).toMatchObject({ result: true });
    expect(git(bare, "show", "main:l/cs.json")).toContain("Jablíčko");
    expect(git(bare, "log", "--format=%s", "main")).toContain("Of a developer");
    expect(await alertOf(component, "UpdateFailure")).toBeUndefined();
    expect(await alertOf(component, "PushFailure")).toBeUndefined();
  });
});

describe("files that Git LFS keeps elsewhere", () => {
  const pointer = (name: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${Buffer.from(name).toString("hex").padEnd(64, "0")}\nsize 12345\n`;
  const PICTURE = pointer("picture");

  it("stay as they are, and one with translations is told of and not taken for text", async () => {
    const { component, upstream } = await connect(
      admin,
      {
        ".gitattributes":
          "*.png filter=lfs diff=lfs merge=lfs -text\nde.properties filter=lfs diff=lfs merge=lfs -text\n",
        "en.properties": "a=Apple\nb=Bean\n",
        "cs.properties": "a=Jablko\n",
        "de.properties": pointer("german"),
        "logo.png": PICTURE,
      },
      { filemask: "*.properties", template: "en.properties", fileFormat: "properties", pushOnCommit: false },
    );
    expect(await alertOf(component, "ParseError")).toMatch(/kept by Git LFS.*"de\.properties"/);
    const strings = await textRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from source_units where component_id = ${component.id}`,
    );
    expect(strings).toEqual({ count: 2 });
    await translate(component, "b", "Fazole");
    upstream.commit({ "notes.txt": "1\n" });
    expect(await run(component, "push")).toMatchObject({ result: true });
    expect(upstream.read("cs.properties")).toBe("a=Jablko\nb=Fazole\n");
    expect(upstream.read("de.properties")).toBe(pointer("german"));
    expect(upstream.read("logo.png")).toBe(PICTURE);
  });

  it.each(oneOf(STYLES, 0))(
    "keep what was typed when upstream moves a language there, with the style %s",
    async (mergeStyle) => {
      const { component, upstream } = await connect(admin, FILES, { ...SETTINGS, mergeStyle });
      await translate(component, "b", "Fazole");
      expect(await run(component, "commit")).toMatchObject({ result: true });
      upstream.commit({ "l/cs.json": pointer("czech") });
      await run(component, "pull");
      await run(component, "push");
      expect(await alertOf(component, "ParseError")).toMatch(/kept by Git LFS.*"l\/cs\.json"/);
      expect(upstream.read("l/cs.json")).toBe(pointer("czech"));
      upstream.commit({ "l/cs.json": FILES["l/cs.json"] });
      expect(await run(component, "pull")).toMatchObject({ result: true });
      expect(await run(component, "push")).toMatchObject({ result: true });
      expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablko", b: "Fazole" });
      expect(await alertOf(component, "ParseError")).toBeUndefined();
    },
  );
});

describe("repositories within the repository", () => {
  const INNER = "1234567890123456789012345678901234567890";
  const before = environment();
  let server: Server;
  let asked = 0;

  beforeAll(async () => {
    server = createServer((_, response) => {
      asked++;
      response.writeHead(404).end();
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    setEnvironment({ ...environment(), privateRepositories: OPEN });
  });
  afterAll(async () => {
    setEnvironment({ ...environment(), privateRepositories: before.privateRepositories });
    await new Promise((closed) => server.close(closed));
  });

  /** Puts the inner repository at another commit. */
  function moveInner(upstream: Upstream, commit: string): void {
    upstream.git("read-tree", "main");
    upstream.git("update-index", "--add", "--cacheinfo", `160000,${commit},vendor/lib`);
    const tree = upstream.git("write-tree").trim();
    const made = upstream.git("commit-tree", tree, "-p", "main", "-m", "Move the inner repository").trim();
    upstream.git("update-ref", "refs/heads/main", made);
  }
  const inner = (upstream: Upstream) => upstream.git("ls-tree", "main", "vendor/lib").trim();

  it.each(oneOf(STYLES, 1))(
    "stay where upstream has them, and nobody is asked for them, with the style %s",
    async (mergeStyle) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/inner.git`;
      const modules = `[submodule "lib"]\n\tpath = vendor/lib\n\turl = ${url}\n\tbranch = main\n\tupdate = checkout\n`;
      const { component, upstream } = await connect(
        admin,
        { ...FILES, ".gitmodules": modules },
        { ...SETTINGS, mergeStyle },
      );
      moveInner(upstream, INNER);
      await translate(component, "b", "Fazole");
      expect(await run(component, "push")).toMatchObject({ result: true });
      expect(inner(upstream)).toBe(`160000 commit ${INNER}\tvendor/lib`);
      // Both sides go on: ours with a text, theirs with the inner repository.
      await translate(component, "a", "Jablíčko");
      expect(await run(component, "commit")).toMatchObject({ result: true });
      const later = INNER.replace(/^1/, "2");
      moveInner(upstream, later);
      expect(await run(component, "push")).toMatchObject({ result: true });
      expect(inner(upstream)).toBe(`160000 commit ${later}\tvendor/lib`);
      expect(JSON.parse(upstream.read("l/cs.json"))).toEqual({ a: "Jablíčko", b: "Fazole" });
      expect(upstream.read(".gitmodules")).toBe(modules);
      rmSync(copyFolder(component.repositoryId), { recursive: true });
      await translate(component, "b", "Fazolka");
      expect(await run(component, "push")).toMatchObject({ result: true });
      expect(inner(upstream)).toBe(`160000 commit ${later}\tvendor/lib`);
      expect(await run(component, "reset")).toMatchObject({ result: true });
      expect(asked).toBe(0);
    },
  );
});

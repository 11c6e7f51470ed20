import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { componentRepositoryStatus, performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { oneOf } from "../../support/combinations";
import type { Upstream } from "../../support/git";
import { type GitServer, serveGit } from "../../support/git-server";
import { inTurn } from "../../support/in-turn";
import { connect, counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";
import { textRows } from "../../support/text-rows";

let admin: Actor;
let petra: Actor;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const STYLES = ["rebase", "merge", "merge_noff"] as const;
const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot", d: "Date" };

async function fruit(settings: Partial<NewComponent> = {}, cs: Record<string, string> = { a: "Jablko" }) {
  return connect(
    admin,
    { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue(cs), "notes.txt": "1\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, ...settings },
  );
}

async function translate(component: ComponentRow, key: string, text: string): Promise<void> {
  await editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
}

const push = (component: ComponentRow) => performOperation(component.repositoryId, "push");
const pull = (component: ComponentRow) => performOperation(component.repositoryId, "pull");
const at = (upstream: Upstream, branch: string): Record<string, string> =>
  JSON.parse(upstream.git("show", `${branch}:l/cs.json`));
const isLocked = async (component: ComponentRow) => (await findComponentById(admin, component.id)).locked;

it("a forced scan pushes what it commits, where every commit is pushed, and only there", async () => {
  for (const pushOnCommit of [true, false]) {
    const { component, upstream } = await fruit({ pushOnCommit });
    await translate(component, "b", "Fazole");
    expect(await performOperation(component.repositoryId, "file-scan")).toEqual({ result: true });
    expect(at(upstream, "main").b).toBe(pushOnCommit ? "Fazole" : undefined);
  }
});

describe.each(STYLES)("a branch of one's own, with the style %s", (mergeStyle) => {
  const it = inTurn(STYLES.indexOf(mergeStyle), STYLES.length);
  it("needs no push once it has what upstream still lacks, and needs one again after the next commit", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    const state = async () => componentRepositoryStatus(admin, await findComponentById(admin, component.id));
    await translate(component, "b", "Fazole");
    await performOperation(component.repositoryId, "commit");
    expect(await state()).toMatchObject({ needsPush: true, outgoing: 1, toPush: 1 });
    expect(await push(component)).toEqual({ result: true });
    expect(await state()).toMatchObject({ needsPush: false, outgoing: 1, toPush: 0 });
    await translate(component, "c", "Mrkev");
    await performOperation(component.repositoryId, "commit");
    expect(await state()).toMatchObject({ needsPush: true, outgoing: 2, toPush: 1 });
    expect(await push(component)).toEqual({ result: true });
    // What upstream has meanwhile, the branch lacks.
    upstream.commit({ "notes.txt": "2\n" });
    await pull(component);
    expect(await state()).toMatchObject({ needsPush: true });
    expect(await push(component)).toEqual({ result: true });
    expect(await state()).toMatchObject({ needsPush: false });
    upstream.git("fetch", "--quiet", ".", "l10n:main");
    await pull(component);
    expect(await state()).toMatchObject({ needsPush: false, outgoing: 0, toPush: 0 });
  });

  it("takes every push while upstream goes on", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole" });
    upstream.commit({ "notes.txt": "2\n" });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(upstream.git("show", "l10n:notes.txt")).toBe("2\n");
    upstream.commit({ "notes.txt": "3\n" });
    await translate(component, "d", "Datle");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toMatchObject({ b: "Fazole", c: "Mrkev", d: "Datle" });
    expect(at(upstream, "main")).toEqual({ a: "Jablko" });
    expect(await isLocked(component)).toBe(false);
    expect(await counterDrift()).toEqual([]);
  });

  it("goes on after upstream has squashed our work, or picked a part of it, and gone on", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    await push(component);
    upstream.commit({ "l/cs.json": upstream.git("show", "l10n:l/cs.json") }, "Squash l10n");
    upstream.commit({ "notes.txt": "2\n" });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    await translate(component, "d", "Datle");
    expect(await push(component)).toEqual({ result: true });
    upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", b: "Fazole", d: "Datle" }) }, "Pick one of two");
    upstream.commit({ "notes.txt": "3\n" });
    await translate(component, "a", "Jablíčko");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablíčko", b: "Fazole", c: "Mrkev", d: "Datle" });
    expect(upstream.git("show", "l10n:notes.txt")).toBe("3\n");
    expect(await isLocked(component)).toBe(false);
  });

  it("carries nothing but what upstream lacks once upstream has squashed our work", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    await push(component);
    upstream.commit({ "l/cs.json": upstream.git("show", "l10n:l/cs.json") }, "Squash l10n");
    expect(await pull(component)).toEqual({ result: true });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(upstream.git("rev-list", "--count", "main..l10n")).toBe("1\n");
  });

  it("is made again after somebody has deleted it", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    await push(component);
    upstream.git("branch", "-D", "l10n");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole" });
  });

  it("is not overwritten where somebody else has pushed to it", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    await push(component);
    const theirs = upstream.commit({ "notes.txt": "theirs\n" }, "Work of somebody else");
    upstream.git("update-ref", "refs/heads/l10n", theirs);
    upstream.git("update-ref", "refs/heads/main", `${theirs}~1`);
    upstream.commit({ "notes.txt": "2\n" });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({
      result: false,
      detail: expect.stringMatching(/^The branch l10n of .* was changed by somebody else.*Upstream/),
      told: [expect.objectContaining({ key: "vcsMoved" })],
    });
    expect(upstream.git("rev-parse", "l10n").trim()).toBe(theirs);
    upstream.git("branch", "-D", "l10n");
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(await isLocked(component)).toBe(false);
  });

  it("is known again when it was pushed before Loquat remembered what it pushed, and after the working copy was lost", async () => {
    const { component, upstream } = await fruit({ mergeStyle, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    await push(component);
    await db.run(sql`update repositories set pushed_heads = '{}' where id = ${component.repositoryId}`);
    upstream.commit({ "notes.txt": "2\n" });
    await translate(component, "c", "Mrkev");
    await dropWorkingCopy(component.repositoryId);
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    upstream.commit({ "notes.txt": "3\n" });
    await dropWorkingCopy(component.repositoryId);
    expect(await push(component)).toEqual({ result: true });
    expect(upstream.git("show", "l10n:notes.txt")).toBe("3\n");
  });
});

describe("a push that is killed", () => {
  it.each(["before it arrived", "after it arrived"])("%s leaves a branch that is known again", async (when) => {
    const { component, upstream } = await fruit({ pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    const [row] = await textRows<{ pushedHeads: string[] }>(
      db,
      sql`select pushed_heads from repositories where id = ${component.repositoryId}`,
    );
    upstream.commit({ "notes.txt": "2\n" });
    await translate(component, "c", "Mrkev");
    // What the next push leaves behind when nobody tells how it ended.
    const arrived = when === "after it arrived";
    if (arrived) expect(await push(component)).toEqual({ result: true });
    const heads = [...(row?.pushedHeads ?? []), arrived ? upstream.git("rev-parse", "l10n").trim() : "0".repeat(40)];
    await db.run(sql`update repositories set pushed_heads = ${heads} where id = ${component.repositoryId}`);
    upstream.commit({ "notes.txt": "3\n" });
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(upstream.git("show", "l10n:notes.txt")).toBe("3\n");
  });

  it("has written down before what it pushes", async () => {
    const { component, upstream } = await fruit({ pushBranch: "l10n" });
    const server = await serveGit(upstream);
    await db.run(sql`update repositories set push = ${server.url} where id = ${component.repositoryId}`);
    await translate(component, "b", "Fazole");
    let known: unknown[] = [];
    server.duringPush(async () => {
      known = await textRows(db, sql`select pushed_heads from repositories where id = ${component.repositoryId}`);
    });
    expect(await push(component)).toEqual({ result: true });
    expect(known).toEqual([{ pushedHeads: [upstream.git("rev-parse", "l10n").trim()] }]);
    await server.close();
  });
});

describe("a push branch that settings change", () => {
  it("is known again when they name it once more", async () => {
    const { component, upstream } = await fruit({ pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    for (const pushBranch of ["l10n", "l10n2", "l10n"]) {
      await updateComponent(admin, await findComponentById(admin, component.id), { pushBranch });
      upstream.commit({ "notes.txt": `${pushBranch}\n` });
      expect(await push(component)).toEqual({ result: true });
      expect(at(upstream, pushBranch)).toEqual({ a: "Jablko", b: "Fazole" });
    }
    expect(upstream.git("rev-list", "--count", "main..l10n")).toBe("1\n");
  });
});

describe("a repository of one's own to push to", () => {
  it("takes every push while upstream goes on", async () => {
    const fork = (await fruit()).upstream;
    const { component, upstream } = await fruit({ push: fork.url, pushBranch: "l10n" });
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    upstream.commit({ "notes.txt": "2\n" });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(at(fork, "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
  });
});

describe("a commit that comes between our fetch and our push", () => {
  let server: GitServer | undefined;
  afterEach(async () => {
    await server?.close();
  });

  it.each(
    (["git", "git-force-push"] as const).flatMap((vcs) =>
      (["beforePush", "duringPush"] as const).flatMap((moment, turn) =>
        oneOf(STYLES, turn + (vcs === "git" ? 0 : 1)).map((mergeStyle) => ({ vcs, moment, mergeStyle })),
      ),
    ),
  )("stays, and ours follows it: $vcs, $moment, $mergeStyle", async ({ vcs, moment, mergeStyle }) => {
    const { component, upstream } = await fruit({ vcs, mergeStyle });
    server = await serveGit(upstream);
    await db.run(
      sql`update repositories set url = ${server.url}, push = ${server.url} where id = ${component.repositoryId}`,
    );
    await translate(component, "b", "Fazole");
    server[moment](() => upstream.commit({ "l/cs.json": catalogue({ a: "Jablko", c: "Mrkev" }) }, "In between"));
    expect(await push(component)).toEqual({ result: true });
    expect(at(upstream, "main")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(upstream.git("log", "--format=%s", "main")).toContain("In between");
    expect((await findUnit(petra, await unitId(component, "cs", "c"))).targets).toEqual(["Mrkev"]);
    expect(await isLocked(component)).toBe(false);
  });
});

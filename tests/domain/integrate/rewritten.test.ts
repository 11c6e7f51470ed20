import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { withAddonFiles } from "@/lib/domain/addon-runs/addon-files";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { findUnit } from "@/lib/domain/units/units";
import { repositoryStates } from "@/lib/domain/working-copy/status";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { oneOf } from "../../support/combinations";
import { git, replaceHistory, type Upstream } from "../../support/git";
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

async function fruit(settings: Partial<NewComponent> = {}) {
  return connect(
    admin,
    { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue({ a: "Jablko" }), "notes.txt": "1\n" },
    { filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false, ...settings },
  );
}

async function translate(component: ComponentRow, key: string, text: string): Promise<void> {
  await editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
}

const run = (component: ComponentRow, operation: "commit" | "pull" | "push" | "file-scan") =>
  performOperation(component.repositoryId, operation);
const czech = (upstream: Upstream): Record<string, string> => JSON.parse(upstream.read("l/cs.json"));
const czechUnit = async (component: ComponentRow, key: string) => findUnit(petra, await unitId(component, "cs", key));

/** Nothing waits, nothing is locked, and every merge is one. */
async function demandSound(component: ComponentRow, upstream: Upstream): Promise<void> {
  const merges = upstream.git("log", "--format=%P", "--grep=^Merge", "main").trim().split("\n").filter(Boolean);
  for (const parents of merges) expect(parents.split(" ")).toHaveLength(2);
  expect((await findComponentById(admin, component.id)).locked).toBe(false);
  const state = (await repositoryStates([component.repositoryId])).get(component.repositoryId);
  expect(state).toMatchObject({ needsMerge: false, needsPush: false, needsCommit: false, mergeFailure: null });
  expect(await counterDrift()).toEqual([]);
}

describe.each(STYLES)("what upstream does to its history, with the style %s", (mergeStyle) => {
  const it = inTurn(STYLES.indexOf(mergeStyle), STYLES.length);
  it("a new history is followed, with our texts on top", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    await translate(component, "b", "Fazole");
    await run(component, "commit");
    await translate(component, "c", "Mrkev");
    const begun = replaceHistory(upstream, {
      "l/en.json": catalogue(KEYS),
      "l/cs.json": catalogue({ a: "Jablíčko", d: "Datle" }),
      "new.txt": "new\n",
    });
    expect(await run(component, "pull")).toEqual({ result: true });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toEqual({ a: "Jablíčko", b: "Fazole", c: "Mrkev", d: "Datle" });
    expect(upstream.git("ls-tree", "--name-only", "main").trim().split("\n")).toEqual(["l", "new.txt"]);
    expect(upstream.git("rev-list", "--max-parents=0", "main").trim()).toBe(
      upstream.git("rev-list", "--max-parents=0", begun).trim(),
    );
    expect((await czechUnit(component, "a")).targets).toEqual(["Jablíčko"]);
    await demandSound(component, upstream);
  });

  it("what was taken away by force stays away, and our texts stay", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    await translate(component, "b", "Fazole");
    await run(component, "commit");
    const before = upstream.git("rev-parse", "main").trim();
    const secret = upstream.commit({
      "l/cs.json": catalogue({ a: "Jablko", c: "SECRET" }),
      "secret.txt": "SECRET\n",
    });
    expect(await run(component, "pull")).toEqual({ result: true });
    expect((await czechUnit(component, "c")).targets).toEqual(["SECRET"]);
    upstream.git("update-ref", "refs/heads/main", before);
    upstream.commit({ "notes.txt": "2\n" });
    expect(await run(component, "pull")).toEqual({ result: true });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(upstream.git("log", "--format=%H", "main")).not.toContain(secret);
    expect(upstream.git("ls-tree", "--name-only", "main").trim().split("\n")).toEqual(["l", "notes.txt"]);
    expect(czech(upstream)).toEqual({ a: "Jablko", b: "Fazole" });
    expect((await czechUnit(component, "c")).targets).toEqual([""]);
    await demandSound(component, upstream);
  });

  it("a text of ours that was taken away by force is offered again in its author's name", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    const before = upstream.git("rev-parse", "main").trim();
    await translate(component, "a", "Jablíčko");
    await translate(component, "b", "Fazole");
    expect(await run(component, "push")).toEqual({ result: true });
    const removed = upstream.git("rev-parse", "main").trim();
    await translate(component, "c", "Mrkev");
    upstream.git("update-ref", "refs/heads/main", before);
    upstream.commit({ "notes.txt": "2\n" });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(upstream.git("log", "--format=%H", "main")).not.toContain(removed);
    expect(czech(upstream)).toEqual({ a: "Jablko", c: "Mrkev" });
    const ids = await Promise.all(["a", "b"].map((key) => unitId(component, "cs", key)));
    const offered = await textRows(
      db,
      sql`select unit_id as unit, targets, user_id as user from suggestions where unit_id = any(${ids}::bigint[]) order by unit_id`,
    );
    expect(offered).toEqual([
      { unit: ids[0], targets: ["Jablíčko"], user: petra.userId },
      { unit: ids[1], targets: ["Fazole"], user: petra.userId },
    ]);
    expect(await czechUnit(component, "a")).toMatchObject({ targets: ["Jablko"], suggested: true, state: 12 });
    expect(await czechUnit(component, "b")).toMatchObject({ targets: [""], suggested: true, state: 0 });
    expect((await czechUnit(component, "c")).suggested).toBe(false);
    const told = await textRows(
      db,
      sql`select author_id as author, details from changes where unit_id = any(${ids}::bigint[]) and action = 4 order by id`,
    );
    expect(told).toEqual(ids.map(() => ({ author: petra.userId, details: { reason: "taken back upstream" } })));
    await demandSound(component, upstream);
  });

  it("a history written anew with the same texts asks nobody anything", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    await translate(component, "b", "Fazole");
    expect(await run(component, "push")).toEqual({ result: true });
    await translate(component, "c", "Mrkev");
    await run(component, "commit");
    replaceHistory(upstream, {
      "l/en.json": upstream.read("l/en.json"),
      "l/cs.json": upstream.read("l/cs.json"),
      "notes.txt": "1\n",
    });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(czech(upstream)).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(
      await textRows(
        db,
        sql`select * from suggestions s join units u on u.id = s.unit_id join translations t on t.id = u.translation_id where t.component_id = ${component.id}`,
      ),
    ).toEqual([]);
    await demandSound(component, upstream);
  });

  it("a pull that was killed before it was written down brings nothing back", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    await translate(component, "b", "Fazole");
    await run(component, "commit");
    const before = upstream.git("rev-parse", "main").trim();
    const secret = upstream.commit({ "secret.txt": "SECRET\n" });
    await run(component, "pull");
    await db.run(sql`update repositories set synced_commit = ${before} where id = ${component.repositoryId}`);
    upstream.git("update-ref", "refs/heads/main", before);
    expect(await run(component, "pull")).toEqual({ result: true });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(upstream.git("log", "--format=%H", "main")).not.toContain(secret);
    expect(czech(upstream)).toEqual({ a: "Jablko", b: "Fazole" });
    await demandSound(component, upstream);
  });

  it("files are scanned again without a commit", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    await translate(component, "b", "Fazole");
    await run(component, "commit");
    upstream.commit({ "notes.txt": "2\n" });
    await run(component, "pull");
    const commits = () => git(copyFolder(component.repositoryId), "log", "--format=%s %T").trim();
    const known = commits();
    expect(await run(component, "file-scan")).toEqual({ result: true });
    expect(commits()).toBe(known);
  });
});

it.each(oneOf(STYLES, 0))(
  "another branch in the settings takes nothing back, and gets only our texts: %s",
  async (mergeStyle) => {
    const { component, upstream } = await fruit({ mergeStyle });
    const begun = upstream.git("rev-parse", "main").trim();
    await translate(component, "b", "Fazole");
    expect(await run(component, "push")).toEqual({ result: true });
    await translate(component, "c", "Mrkev");
    await run(component, "commit");
    upstream.git("branch", "stable", begun);
    await updateComponent(admin, await findComponentById(admin, component.id), { branch: "stable" });
    expect(await run(component, "file-scan")).toEqual({ result: true });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(JSON.parse(upstream.git("show", "stable:l/cs.json"))).toEqual({ a: "Jablko", c: "Mrkev" });
    expect(upstream.git("rev-list", "--count", `${begun}..stable`)).toBe("1\n");
    expect(await czechUnit(component, "b")).toMatchObject({ targets: [""], suggested: false });
  },
);

describe.each(["merge", "merge_noff"] as const)("a file that git cannot merge, with the style %s", (mergeStyle) => {
  it("is upstream's, and our commits are made again on top", async () => {
    const { component, upstream } = await fruit({ mergeStyle });
    const tools = { name: "An add-on", author: { name: "An add-on", email: "addon@example.org" } };
    await translate(component, "b", "Fazole");
    await withAddonFiles(component, tools, (files) =>
      files.commit([{ path: "notes.txt", content: Buffer.from("ours\n") }]),
    );
    upstream.commit({ "notes.txt": "theirs\n" });
    expect(await run(component, "push")).toEqual({ result: true });
    expect(upstream.read("notes.txt")).toBe("theirs\n");
    expect(czech(upstream)).toEqual({ a: "Jablko", b: "Fazole" });
    await demandSound(component, upstream);
  });
});

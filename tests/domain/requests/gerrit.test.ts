import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import type { Actor } from "@/lib/domain/access/actor";
import { listAlerts } from "@/lib/domain/components/alerts";
import type { NewComponent } from "@/lib/domain/components/component-input";
import { type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { createComponent } from "@/lib/domain/creation/create-component";
import { importComponent } from "@/lib/domain/creation/import-component";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { componentRepositoryStatus, performOperation } from "@/lib/domain/integrate/operations";
import { performPlan } from "@/lib/domain/integrate/plan-operation";
import { createProject } from "@/lib/domain/projects/projects";
import { addCodeHost } from "@/lib/domain/requests/accounts";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { dropWorkingCopy } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { addPatchSet, gerritDialect, JANA, patchCount, reviewPushes } from "../../support/hosts/gerrit";
import { ACCOUNT, type CodeHostServer, type HostWorld, serveCodeHost } from "../../support/hosts/world";
import { counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

let admin: Actor;
let petra: Actor;
let jana: Actor;
let server: CodeHostServer;
let world: HostWorld;
let endReviews: () => void;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
  jana = await makePerson("jana");
});

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot", d: "Date" };

beforeEach(async () => {
  server = await serveCodeHost(gerritDialect, {
    "l/en.json": catalogue(KEYS),
    "l/cs.json": catalogue({ a: "Jablko" }),
    "notes.txt": "1\n",
  });
  world = server.world;
  endReviews = reviewPushes(world);
  await db.run(sql`truncate code_hosts`);
  await enter();
});
afterEach(() => {
  endReviews();
  return server.close();
});

const enter = (token = ACCOUNT.token) =>
  addCodeHost(admin, { ...ACCOUNT, kind: "gerrit", host: world.host, api: world.url, token });

async function connect(settings: Partial<NewComponent> = {}): Promise<ComponentRow> {
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const made = await createComponent(admin, slug, {
    ...{ name: "App", slug: "app", repo: world.address(), push: world.address(), vcs: "gerrit" },
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
    ...settings,
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const translate = async (component: ComponentRow, key: string, text: string, who = petra) =>
  editUnit(who, await unitId(component, "cs", key), { targets: [text], state: 20 });
const push = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "push");
const pull = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "pull");
const statusOf = (component: ComponentRow) => componentRepositoryStatus(admin, component);
const requestOf = async (component: ComponentRow) => (await statusOf(component)).request;
const alertOf = async ({ id }: ComponentRow) => (await listAlerts(id)).find(({ kind }) => kind === "PushFailure");
const change = (number = 1) => world.find(String(number));
const branch = (number = 1) => change(number)?.sourceBranch ?? "";
const textsOf = (number = 1) => JSON.parse(world.upstream.git("show", `${branch(number)}:l/cs.json`));
const about = (format: string, number = 1) => world.upstream.git("log", "-1", `--format=${format}`, branch(number));

it("one change takes all commits, and its next patch set those that follow", async () => {
  const component = await connect({ pullMessage: "Texts of {{ component_name }}\n\nFrom {{ url }}." });
  await translate(component, "b", "Fazole");
  expect(await push(component)).toEqual({ result: true });
  expect(world.requests).toMatchObject([{ state: "open", title: "Texts of App", targetBranch: "main" }]);
  expect(about("%B").trim()).toMatch(/^Texts of App\n\nFrom http.*\/app\/\.\n\nChange-Id: I[0-9a-f]{40}$/);
  expect(about("%an <%ae>, %cn <%ce>").trim()).toMatch(/^Petra <petra@.*>, Loquat Bot <bot@review\.example\.org>$/);
  const request = await requestOf(component);
  expect(request).toMatchObject({ number: "1", state: "open", url: `${world.url}/c/org/app/+/1` });
  expect(await statusOf(component)).toMatchObject({ needsPush: false });
  await translate(component, "c", "Mrkev", jana);
  expect(await statusOf(component)).toMatchObject({ needsPush: false, needsCommit: true });
  expect(await push(component)).toEqual({ result: true });
  expect(world.requests.length).toBe(1);
  expect(patchCount(change())).toBe(2);
  expect(textsOf()).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
  expect(about("%(trailers:key=Co-authored-by,valueonly)").trim().split("\n").sort()).toEqual([
    expect.stringContaining("<jana@"),
    expect.stringContaining("<petra@"),
  ]);
  expect(about("%an").trim()).toBe("Loquat Bot");
  expect(world.upstream.git("rev-list", "--count", `main..${branch()}`)).toBe("1\n");
  expect(await requestOf(component)).toEqual(request);
  expect(JSON.parse(world.upstream.read("l/cs.json"))).toEqual({ a: "Jablko" });
  expect(await counterDrift()).toEqual([]);
});

it("the same work makes the same change again, on another machine and after a crash", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  await push(component);
  const [id, count] = [branch(), patchCount(change())];
  await db.run(sql`delete from host_requests`);
  await dropWorkingCopy(component.repositoryId);
  expect(await push(component)).toEqual({ result: true });
  expect(world.requests.length).toBe(1);
  expect([branch(), patchCount(change())]).toEqual([id, count]);
  expect(await requestOf(component)).toMatchObject({ number: "1", state: "open" });
  // Upstream moves: the commit is made again, and is a patch set of the same change.
  world.upstream.commit({ "notes.txt": "2\n" });
  expect(await push(component)).toEqual({ result: true });
  expect([world.requests.length, branch(), patchCount(change())]).toEqual([1, id, count + 1]);
  expect(world.upstream.git("show", `${id}:notes.txt`)).toBe("2\n");
});

it("automatic merging is refused with what to do instead, and nothing is kept of it", async () => {
  const refusal = {
    fields: [{ path: "autoMerge", message: expect.stringContaining("Let a rule of the server submit") }],
  };
  await expect(connect({ autoMerge: true })).rejects.toMatchObject(refusal);
  const component = await connect();
  await expect(updateComponent(admin, component, { autoMerge: true })).rejects.toMatchObject(refusal);
  expect((await findComponentById(admin, component.id)).repository.autoMerge).toBe(false);
});

it("two repositories never share a change", async () => {
  const [one, other] = [await connect(), await connect({ filemask: "l/*.json" })];
  await translate(one, "b", "Fazole");
  await translate(other, "c", "Mrkev");
  await push(one);
  await push(other);
  expect(world.requests.length).toBe(2);
  expect(branch(1)).not.toBe(branch(2));
});

it.each(["merge", "squash"] as const)(
  "a change that was submitted by %s is taken, and new work opens another",
  async (how) => {
    const component = await connect();
    await translate(component, "b", "Fazole");
    await push(component);
    world.merge(1, how);
    expect(await push(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "merged" });
    expect(await statusOf(component)).toMatchObject({ outgoing: 0, missing: 0 });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(world.requests.map(({ state }) => state)).toEqual(["merged", "open"]);
    expect(await requestOf(component)).toMatchObject({ number: "2", state: "open" });
    expect(world.upstream.git("rev-list", "--count", `main..${branch(2)}`)).toBe("1\n");
    expect(await counterDrift()).toEqual([]);
  },
);

it("an abandoned change stays abandoned until there is more", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  await push(component);
  world.close(1);
  world.upstream.commit({ "notes.txt": "2\n" });
  expect(await push(component)).toEqual({ result: true });
  expect(await requestOf(component)).toMatchObject({ number: "1", state: "closed" });
  expect(world.requests.length).toBe(1);
  await translate(component, "c", "Mrkev");
  expect(await push(component)).toEqual({ result: true });
  expect(await requestOf(component)).toMatchObject({ number: "2", state: "open" });
  expect(textsOf(2)).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
});

it("a change that ends between the look and the push is left as it ended", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  await push(component);
  world.upstream.commit({ "notes.txt": "2\n" });
  let reads = 0;
  world.refuse = {
    // The first question is the look before the fetch; whoever asks later is told that it was abandoned.
    when: ({ path }) => {
      if (path.endsWith("~1") && ++reads === 1) queueMicrotask(() => world.close(1));
      return false;
    },
    answer: { status: 500 },
  };
  expect(await push(component)).toEqual({ result: true });
  expect(await requestOf(component)).toMatchObject({ number: "1", state: "closed" });
  expect(world.requests.length).toBe(1);
});

it("a conflict is shown, and the next push is a patch set without it", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  await push(component);
  world.upstream.commit({ "l/cs.json": catalogue({ a: "Jablíčko", b: "Fazol" }) });
  expect(await pull(component)).toEqual({ result: true });
  expect(await requestOf(component)).toMatchObject({ number: "1", state: "conflicted" });
  await translate(component, "c", "Mrkev");
  expect(await push(component)).toEqual({ result: true });
  expect(await requestOf(component)).toMatchObject({ number: "1", state: "open" });
  expect(textsOf()).toMatchObject({ a: "Jablíčko", c: "Mrkev" });
});

it("a patch set of somebody else is not replaced, a rebase by them is", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  await push(component);
  const request = change();
  if (!request) throw new Error("There is no change.");
  const own = world.upstream.git("rev-parse", branch()).trim();
  addPatchSet(world, request, own, JANA);
  await translate(component, "c", "Mrkev");
  expect(await push(component)).toMatchObject({
    result: false,
    detail: expect.stringContaining("Change 1 was changed by somebody else"),
  });
  expect((await alertOf(component))?.details).toMatchObject({ kind: "moved" });
  expect(patchCount(request)).toBe(2);
  addPatchSet(world, request, own, JANA, "TRIVIAL_REBASE");
  expect(await push(component)).toEqual({ result: true });
  expect(patchCount(request)).toBe(4);
  expect(textsOf()).toMatchObject({ b: "Fazole", c: "Mrkev" });
  expect(await alertOf(component)).toBeUndefined();
});

it("the words that people there gave a change are kept, until ours are others", async () => {
  const component = await connect({ pullMessage: "Our texts" });
  await translate(component, "b", "Fazole");
  await push(component);
  const request = change();
  if (!request) throw new Error("There is no change.");
  const tree = world.upstream.git("rev-parse", `${branch()}^{tree}`).trim();
  const message = `Czech words\n\nSigned off.\n\nChange-Id: ${branch()}`;
  const reworded = world.upstream.git("commit-tree", tree, "-p", "main", "-m", message).trim();
  addPatchSet(world, request, reworded, JANA, "NO_CODE_CHANGE");
  expect(await push(component)).toEqual({ result: true });
  expect(patchCount(request)).toBe(2);
  await translate(component, "c", "Mrkev");
  await push(component);
  expect(about("%B")).toMatch(/^Czech words\n\nSigned off\.\n\nChange-Id: I/);
  await updateComponent(admin, component, { pullMessage: "Better words" });
  await push(await findComponentById(admin, component.id));
  expect(about("%s").trim()).toBe("Better words");
  expect(patchCount(request)).toBe(4);
});

it("a push branch is the branch that changes go into", async () => {
  world.upstream.git("branch", "stable");
  const component = await connect({ pushBranch: "stable" });
  await translate(component, "b", "Fazole");
  expect(await push(component)).toEqual({ result: true });
  expect(world.requests).toMatchObject([{ targetBranch: "stable" }]);
});

it("a branch cannot smuggle options into the push", async () => {
  const component = await connect({ pushBranch: "main%submit" });
  await translate(component, "b", "Fazole");
  expect(await push(component)).toMatchObject({ result: false, detail: expect.stringContaining("with % in its name") });
  expect(world.requests).toEqual([]);
});

it("without a push address nothing is pushed, and the repository may lie anywhere", async () => {
  const component = await connect({ push: "" });
  await translate(component, "b", "Fazole");
  expect(await push(component)).toMatchObject({
    result: false,
    detail: expect.stringContaining("No push address is set"),
  });
  await expect(connect({ push: "https://elsewhere.example.org/org/app" })).rejects.toThrow(/no account for Gerrit/);
});

it("what the server says against a push and against the account is told", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  await db.run(sql`truncate code_hosts`);
  await enter("wr0ng-t0ken");
  expect(await push(component)).toMatchObject({
    result: false,
    detail: expect.stringMatching(/does not accept the token.* It says: Unauthorized$/),
  });
  expect((await alertOf(component))?.details).toMatchObject({ kind: "credentials" });
  await db.run(sql`truncate code_hosts`);
  await enter();
  const closed = { message: "change http://review/1 closed" };
  world.refuse = { when: ({ path }) => path === "/a/pushed/judge", answer: { status: 200, body: closed } };
  expect(await push(component)).toMatchObject({
    result: false,
    detail: expect.stringContaining("It says: ERROR: change http://review/1 closed"),
  });
  world.refuse = undefined;
  expect(await push(component)).toEqual({ result: true });
  expect(await alertOf(component)).toBeUndefined();
});

it("a plan asks nobody", async () => {
  const component = await connect();
  await translate(component, "b", "Fazole");
  const calls = world.calls.length;
  expect(await performPlan(component.repositoryId, "push")).toMatchObject({ result: true, outgoing: [{}] });
  expect(world.calls.length).toBe(calls);
});

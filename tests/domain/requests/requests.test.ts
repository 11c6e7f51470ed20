import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
import { db, sql } from "@/lib/platform/database";
import { bitbucketCloudDialect } from "../../support/hosts/bitbucket-cloud";
import { HOST_DIALECTS } from "../../support/hosts/dialects";
import { githubDialect } from "../../support/hosts/github";
import { pagureDialect } from "../../support/hosts/pagure";
import {
  ACCOUNT,
  type ApiCall,
  type CodeHostServer,
  type Dialect,
  type HostWorld,
  serveCodeHost,
} from "../../support/hosts/world";
import { counterDrift, unitId } from "../../support/loop";
import { makePerson } from "../../support/people";

/** What Loquat makes of requests at code hosts. Each host's own API is tested in `tests/platform/hosts/requests.test.ts`. */

let admin: Actor;
let petra: Actor;
let server: CodeHostServer;
let world: HostWorld;

beforeAll(async () => {
  admin = await makePerson("admin", { superuser: true });
  petra = await makePerson("petra");
});

const catalogue = (texts: Record<string, string>) => `${JSON.stringify(texts, null, 2)}\n`;
const KEYS = { a: "Apple", b: "Bean", c: "Carrot", d: "Date" };
const FILES = { "l/en.json": catalogue(KEYS), "l/cs.json": catalogue({ a: "Jablko" }), "notes.txt": "1\n" };

const translate = async (component: ComponentRow, key: string, text: string) =>
  editUnit(petra, await unitId(component, "cs", key), { targets: [text], state: 20 });
const push = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "push");
const pull = ({ repositoryId }: ComponentRow) => performOperation(repositoryId, "pull");
const requestOf = async (component: ComponentRow) => (await componentRepositoryStatus(admin, component)).request;
const alertOf = async ({ id }: ComponentRow) => (await listAlerts(id)).find(({ kind }) => kind === "PushFailure");
const openOnes = () => world.requests.filter(({ state }) => state === "open").map(({ number }) => number);
const at = (repository: string, branch: string): Record<string, string> =>
  JSON.parse(world.of(repository).git("show", `${branch}:l/cs.json`));

async function serve(dialect: Dialect): Promise<void> {
  server = await serveCodeHost(dialect, FILES);
  world = server.world;
  await db.run(sql`truncate code_hosts`);
  await enter();
}

const enter = (token = ACCOUNT.token) =>
  addCodeHost(admin, { ...ACCOUNT, kind: world.dialect.kind, host: world.host, api: world.api, token });

async function connect(settings: Partial<NewComponent> = {}): Promise<ComponentRow> {
  const slug = `p${Math.random().toString(36).slice(2, 10)}`;
  await createProject(admin, { name: slug, slug, web: "https://example.org/" });
  const made = await createComponent(admin, slug, {
    ...{ name: "App", slug: "app", repo: world.address(), vcs: world.dialect.kind },
    ...{ filemask: "l/*.json", template: "l/en.json", fileFormat: "json", pushOnCommit: false },
    ...settings,
  });
  await importComponent(made.id, () => {});
  return findComponentById(admin, made.id);
}

const ownFork = ({ ownFork: name = "app" }: Dialect) => `${ACCOUNT.username}/${name}`;

/** The pushes go to a branch of the same repository. */
const beside = () => ({ push: world.address(), pushBranch: "l10n" });

describe.each(HOST_DIALECTS)("requests at $kind", (dialect) => {
  beforeEach(() => serve(dialect));
  afterEach(() => server.close());

  it("go out from a fork where there is no push address", async () => {
    const component = await connect();
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    const branch = `loquat-${component.project.slug}-app`;
    const fork = ownFork(dialect);
    expect(world.requests).toMatchObject([{ state: "open", source: fork, sourceBranch: branch }]);
    expect(at(fork, branch)).toEqual({ a: "Jablko", b: "Fazole" });
    expect(world.upstream.git("branch", "--list").trim()).toBe("* main");
  });
});

describe("requests at any host", () => {
  beforeEach(() => serve(githubDialect));
  afterEach(() => server.close());

  it("are opened by the first push, brought up to date by the next, and found again", async () => {
    const component = await connect({ ...beside(), pullMessage: "Texts of {{ component_name }}\n\nFrom {{ url }}." });
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    expect(world.requests).toMatchObject([
      { state: "open", title: "Texts of App", source: "org/app", sourceBranch: "l10n", targetBranch: "main" },
    ]);
    expect(world.requests[0]?.text).toMatch(/^From http.*\/app\/\.$/);
    const request = await requestOf(component);
    expect(request).toEqual({
      ...{ number: "1", state: "open", url: expect.stringMatching(/^http.*1$/) },
      ...{ automatic: false, mergeProblem: "", mergeProblemSaid: null },
    });
    expect(at("org/app", "l10n")).toEqual({ a: "Jablko", b: "Fazole" });
    await updateComponent(admin, component, { pullMessage: "Better words" });
    await translate(component, "c", "Mrkev");
    expect(await push(await findComponentById(admin, component.id))).toEqual({ result: true });
    expect(world.requests).toMatchObject([{ state: "open", title: "Better words", text: "" }]);
    expect(at("org/app", "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
    expect(await requestOf(component)).toEqual(request);
    // The worker was killed between opening it and writing that down.
    await db.run(sql`delete from host_requests`);
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([1]);
    expect(await requestOf(component)).toEqual(request);
    expect(await counterDrift()).toEqual([]);
  });

  it("go out from a fork that is made once, and takes a while", async () => {
    world.slowForks = 2;
    const component = await connect();
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([1]);
    const fork = ownFork(githubDialect);
    expect(at(fork, `loquat-${component.project.slug}-app`)).toMatchObject({ b: "Fazole", c: "Mrkev" });
    expect([...world.repositories.keys()]).toEqual(["org/app", fork]);
  });

  it("find a fork that has another name, as ours was taken", async () => {
    world.fork("org/app", ownFork(githubDialect), "");
    const component = await connect();
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    const [, taken, fork] = [...world.repositories.keys()];
    expect(taken).toBe(ownFork(githubDialect));
    expect(world.requests).toMatchObject([{ state: "open", source: fork }]);
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(world.repositories.size).toBe(3);
    expect(openOnes()).toEqual([1]);
  });

  it("stay closed when people there close them, until there is more", async () => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    await push(component);
    world.close(1);
    world.upstream.git("branch", "-D", "l10n");
    expect(await pull(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "closed" });
    world.upstream.commit({ "notes.txt": "2\n" });
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([]);
    expect(world.upstream.git("branch", "--list", "l10n")).toBe("");
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([2]);
    expect(await requestOf(component)).toMatchObject({ number: "2", state: "open" });
    expect(at("org/app", "l10n")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
  });

  it("are known as taken once they are merged, and new work opens another", async () => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    await push(component);
    world.merge(1, "merge");
    expect(await push(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "merged" });
    expect(await componentRepositoryStatus(admin, component)).toMatchObject({ outgoing: 0, missing: 0 });
    expect(openOnes()).toEqual([]);
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([2]);
    expect(world.upstream.git("rev-list", "--count", "main..l10n")).toBe("1\n");
    expect(await counterDrift()).toEqual([]);
  });

  it("tell of a conflict, and the next push renews the branch", async () => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    await push(component);
    world.upstream.commit({ "l/cs.json": catalogue({ a: "Jablíčko", b: "Fazol" }) });
    expect(await pull(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "conflicted" });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "open" });
    expect(openOnes()).toEqual([1]);
    expect(world.conflicts(world.requests[0] as never)).toBe(false);
    expect(at("org/app", "l10n")).toMatchObject({ a: "Jablíčko", c: "Mrkev" });
  });

  it("say that the token is wrong, and let people translate on", async () => {
    await db.run(sql`truncate code_hosts`);
    await enter("wr0ng-t0ken");
    const component = await connect();
    await translate(component, "b", "Fazole");
    const told = await push(component);
    expect(told).toMatchObject({ result: false, detail: expect.stringContaining("does not accept the token") });
    expect(JSON.stringify(told)).not.toContain("wr0ng-t0ken");
    expect((await alertOf(component))?.details).toMatchObject({ kind: "credentials" });
    await translate(component, "c", "Mrkev");
    await db.run(sql`truncate code_hosts`);
    await enter();
    expect(await push(component)).toEqual({ result: true });
    expect(await alertOf(component)).toBeUndefined();
    expect((await findComponentById(admin, component.id)).locked).toBe(false);
    expect(at(ownFork(githubDialect), `loquat-${component.project.slug}-app`)).toMatchObject({
      b: "Fazole",
      c: "Mrkev",
    });
  });

  it("are known as taken after a squash", async () => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    await push(component);
    world.merge(1, "squash");
    expect(await push(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "merged" });
    expect(await componentRepositoryStatus(admin, component)).toMatchObject({ outgoing: 0, missing: 0 });
    expect(openOnes()).toEqual([]);
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([2]);
    expect(world.upstream.git("rev-list", "--count", "main..l10n")).toBe("1\n");
    expect(await counterDrift()).toEqual([]);
  });

  it("are found again where the answer to their opening got lost", async () => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    world.lose = ({ method }) => method === "POST";
    expect(await push(component)).toMatchObject({
      result: false,
      detail: expect.stringContaining("cannot be reached"),
    });
    expect((await alertOf(component))?.details).toMatchObject({ kind: "unreachable" });
    expect(openOnes()).toEqual([1]);
    world.lose = undefined;
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([1]);
    expect(await requestOf(component)).toMatchObject({ number: "1", state: "open" });
  });

  it("keep the words that people there gave them", async () => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    await push(component);
    const [request] = world.requests;
    if (request) request.title = "Our Czech";
    await translate(component, "c", "Mrkev");
    await push(component);
    expect(world.requests).toMatchObject([{ state: "open", title: "Our Czech" }]);
  });

  it("send their token to no other host than the account's, and not by another protocol", async () => {
    const component = await connect();
    await translate(component, "b", "Fazole");
    for (const origin of ["http://elsewhere.example.org", `https://${world.host}`]) {
      const fork = { full_name: `${ACCOUNT.username}/app`, clone_url: `${origin}/app.git` };
      world.refuse = { when: ({ path }) => path.endsWith("/forks"), answer: { status: 202, body: fork } };
      const detail = expect.stringContaining(`at another address (${origin}), to which the token is not sent`);
      expect(await push(component)).toEqual({
        result: false,
        detail,
        told: [expect.objectContaining({ key: "hostForkElsewhere" })],
      });
    }
  });

  it("are not opened from a branch into itself", async () => {
    const component = await connect({ push: world.address(), pushBranch: "main" });
    await translate(component, "b", "Fazole");
    const detail = "A pull request cannot go from main into itself. Set another push branch, or none.";
    expect(await push(component)).toEqual({
      result: false,
      detail,
      told: [{ key: "hostItselfPull", values: { branch: "main" } }],
    });
    expect(at("org/app", "main")).toEqual({ a: "Jablko" });
  });

  it("are not touched by a plan", async () => {
    const component = await connect();
    await translate(component, "b", "Fazole");
    const calls = world.calls.length;
    const plan = await performPlan(component.repositoryId, "push");
    expect(plan).toMatchObject({ result: true, outgoing: [{}] });
    expect(world.calls.length).toBe(calls);
    expect(await requestOf(component)).toBeNull();
  });

  it("follow a push where every commit is to be pushed", async () => {
    const component = await connect({ pushOnCommit: true });
    await translate(component, "b", "Fazole");
    expect(await performOperation(component.repositoryId, "commit")).toEqual({ result: true });
    expect(openOnes()).toEqual([1]);
  });

  it.each([
    ["rights", 403, {}],
    ["rate-limit", 429, { "retry-after": "120" }],
    ["broken", 502, {}],
  ] as const)("tell the host's own words when it is about %s", async (kind, status, headers) => {
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    world.refuse = {
      when: ({ method }) => method === "POST",
      answer: { status, headers, body: { message: "No, not you." } },
    };
    const detail = expect.stringMatching(/It says: No, not you\.$/);
    expect(await push(component)).toEqual({
      result: false,
      detail,
      told: [expect.objectContaining({ key: "vcsSays" })],
    });
    const alert = await alertOf(component);
    expect(alert?.details).toMatchObject({ kind, words: "No, not you." });
    expect(alert?.details.retry_after).toBe(status === 429 ? 120 : null);
    await translate(component, "c", "Mrkev");
    world.refuse = undefined;
    expect(await push(component)).toEqual({ result: true });
    expect(openOnes()).toEqual([1]);
    expect(await alertOf(component)).toBeUndefined();
  });
});

describe("automatic merging", () => {
  beforeEach(() => serve(githubDialect));
  afterEach(() => server.close());

  it("waits for the host's rules, and is asked for once", async () => {
    const component = await connect({ ...beside(), autoMerge: true });
    await translate(component, "b", "Fazole");
    expect(await push(component)).toEqual({ result: true });
    expect([...world.automatic]).toEqual([1]);
    expect(await requestOf(component)).toMatchObject({ state: "open", automatic: true, mergeProblem: "" });
    await translate(component, "c", "Mrkev");
    expect(await push(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ state: "open", automatic: true, mergeProblem: "" });
    world.pass();
    expect(await pull(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ state: "merged", automatic: false });
    expect(at("org/app", "main")).toEqual({ a: "Jablko", b: "Fazole", c: "Mrkev" });
  });

  it("happens at once where there is nothing to wait for, and never unasked", async () => {
    world.checks = false;
    const component = await connect(beside());
    await translate(component, "b", "Fazole");
    await push(component);
    expect(await requestOf(component)).toMatchObject({ state: "open", automatic: false });
    expect(at("org/app", "main")).toEqual({ a: "Jablko" });
    await updateComponent(admin, component, { autoMerge: true });
    await pull(component);
    expect(at("org/app", "main")).toEqual({ a: "Jablko", b: "Fazole" });
    await pull(component);
    expect(await requestOf(component)).toMatchObject({ state: "merged" });
  });

  it("fails nothing when the host refuses, says why, and is tried again", async () => {
    const component = await connect({ ...beside(), autoMerge: true });
    await translate(component, "b", "Fazole");
    const merging = ({ path }: ApiCall) => path.endsWith("/graphql");
    world.refuse = { when: merging, answer: { status: 405, body: { message: "Auto merge is not allowed here." } } };
    expect(await push(component)).toEqual({ result: true });
    expect(await alertOf(component)).toBeUndefined();
    expect(await requestOf(component)).toMatchObject({
      ...{ state: "open", automatic: false },
      mergeProblem: expect.stringContaining("Auto merge is not allowed here."),
      // Readers of other languages are told in their words, but for what the host says itself.
      mergeProblemSaid: {
        key: "vcsSays",
        values: { words: expect.stringContaining("Auto merge is not allowed here.") },
      },
    });
    world.refuse = undefined;
    expect(await pull(component)).toEqual({ result: true });
    expect(await requestOf(component)).toMatchObject({ automatic: true, mergeProblem: "", mergeProblemSaid: null });
    expect([...world.automatic]).toEqual([1]);
  });
});

it.each([
  [bitbucketCloudDialect, /Bitbucket Cloud can only merge a request at once/],
  [pagureDialect, /Pagure can only merge a request at once/],
] as const)("automatic merging is refused with the reason", async (dialect, reason) => {
  await serve(dialect);
  try {
    await expect(connect({ autoMerge: true })).rejects.toThrow(reason);
  } finally {
    await server.close();
  }
});

it("automatic merging is refused where the host cannot", async () => {
  await serve(githubDialect);
  try {
    const component = await connect({ vcs: "git" });
    await expect(updateComponent(admin, component, { autoMerge: true })).rejects.toThrow(/github, gitlab, gitea/);
    await expect(connect({ vcs: "git", autoMerge: true })).rejects.toThrow(/autoMerge/);
  } finally {
    await server.close();
  }
});

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findComponent } from "@/lib/domain/components/components";
import { importComponent } from "@/lib/domain/creation/import-component";
import { performOperation } from "@/lib/domain/integrate/operations";
import { accessUsed } from "@/lib/domain/integrate/repository-access";
import { MASK } from "@/lib/domain/secrets";
import { editUnit } from "@/lib/domain/units/edit-unit";
import { copyFolder } from "@/lib/domain/working-copy/working-copy";
import { db, sql } from "@/lib/platform/database";
import { type Environment, environment, setEnvironment } from "@/lib/platform/environment";
import { makeUpstream, type Upstream } from "../support/git";
import { answerGit } from "../support/git-server";
import { unitId } from "../support/loop";
import { CLOSED, OPEN } from "../support/outside";
import { textRow } from "../support/text-rows";
import { type Person, person, send } from "./support";

/** Accounts at HTTP servers of repositories; the contract 3.15. */

const PASSWORD = "kan4ri3nv0gel";
const ACCOUNT = { place: "https://Git.example.org/team", username: "bot", password: PASSWORD };
const BASIC = Buffer.from(`bot:${PASSWORD}`).toString("base64");
let admin: Person;
let petra: Person;
let before: Environment;

beforeAll(async () => {
  before = environment();
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
});
beforeEach(async () => {
  setEnvironment({ ...before, privateRepositories: CLOSED });
  await db.run(sql`truncate http_accounts`);
});
afterAll(() => setEnvironment(before));

const enter = (body: object, who = admin) => send("POST", "/api/http_accounts/", { key: who.key, body });

interface Told {
  id: number;
  place: string;
}

describe("accounts", () => {
  it("are entered, shown without their password, changed and forgotten", async () => {
    const made = await enter(ACCOUNT);
    expect(made.status).toBe(201);
    const account = (await made.json()) as Told;
    expect(account).toMatchObject({ place: "https://git.example.org/team/", username: "bot", password: MASK });
    const stored = () => textRow<{ password: string }>(db, sql`select password from http_accounts`);
    const sealed = (await stored())?.password;
    expect(sealed).toMatch(/^sealed:/);
    const path = `/api/http_accounts/${account.id}/`;
    const change = (body: object) => send("PATCH", path, { key: admin.key, body });
    expect(await (await change({ username: "other", password: MASK })).json()).toMatchObject({ username: "other" });
    expect((await stored())?.password).toBe(sealed);
    const moved = await change({ place: "https://example.org/" });
    expect([moved.status, await moved.text()]).toEqual([400, expect.stringContaining("Enter the password again")]);
    expect((await change({ place: "https://git.example.org/other/" })).status).toBe(200);
    const text = await (await send("GET", "/api/http_accounts/", { key: admin.key })).text();
    expect(JSON.parse(text)).toMatchObject([{ id: account.id, place: "https://git.example.org/other/" }]);
    expect(text).not.toContain(PASSWORD);
    expect((await send("DELETE", path, { key: admin.key })).status).toBe(204);
    expect((await send("GET", path, { key: admin.key })).status).toBe(404);
  });

  it.each([
    [{ place: "ssh://git.example.org/" }, "place"],
    [{ place: "https://a:b@example.org/" }, "place"],
    [{ place: "https://example.org/?a" }, "place"],
    [{ place: "https://example.org/%2e%2e/" }, "place"],
    [{ place: "https://10.0.0.1/" }, "place"],
    [{ username: "a:b" }, "username"],
    [{ password: "" }, "password"],
    [{ password: MASK }, "password"],
  ])("are refused with %j", async (wrong, field) => {
    const refused = await enter({ ...ACCOUNT, ...wrong });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(`"attr":"${field}"`)]);
  });

  it("are one for each place, and for administrators alone", async () => {
    const { id } = (await (await enter(ACCOUNT)).json()) as Told;
    expect((await enter({ ...ACCOUNT, username: "x" })).status).toBe(400);
    expect((await enter(ACCOUNT, petra)).status).toBe(403);
    for (const method of ["GET", "DELETE"] as const)
      expect((await send(method, `/api/http_accounts/${id}/`, { key: petra.key })).status).toBe(403);
    expect((await send("GET", "/api/http_accounts/", { key: petra.key })).status).toBe(403);
  });
});

describe("a repository behind a password", () => {
  let upstream: Upstream;
  let server: Server;
  let base = "";
  let given: [path: string, authorization: string | undefined][] = [];

  beforeAll(async () => {
    upstream = makeUpstream({ "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" });
    upstream.git("config", "http.receivepack", "true");
    server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://127.0.0.1");
      const { authorization } = request.headers;
      given.push([url.pathname, authorization]);
      if (authorization !== `Basic ${BASIC}`) {
        request.resume();
        response.writeHead(authorization ? 403 : 401, { "www-authenticate": "Basic", "content-type": "text/plain" });
        response.end(`You sent ${authorization}.\n`);
        return;
      }
      void answerGit(upstream.url, url.pathname.replace(/^.*\/remote\.git/, ""), request, url, response);
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const place = { name: "P", slug: "p", web: "https://example.org/" };
    await send("POST", "/api/projects/", { key: admin.key, body: place });
  });
  beforeEach(() => {
    given = [];
    setEnvironment({ ...before, privateRepositories: OPEN });
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  const make = (slug: string, path: string) => {
    const files = { filemask: "l/*.json", template: "l/en.json", file_format: "json" };
    const repo = base + path;
    const body = { name: slug, slug, vcs: "git", repo, push: repo, ...files };
    return send("POST", "/api/projects/p/components/", { key: admin.key, body });
  };

  it("is cloned, fetched and pushed with the account for its place, which stays where it is for", async () => {
    const refused = await make("a", "/team/remote.git");
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('"attr":"repo"')]);
    await enter({ ...ACCOUNT, place: base, password: "something else" });
    await enter({ ...ACCOUNT, place: `${base}/team/` });
    expect((await make("a", "/team/remote.git")).status).toBe(201);
    const component = await findComponent(admin.actor, { projectSlug: "p", categoryPath: "", componentSlug: "a" });
    await importComponent(component.id, () => {});
    await editUnit(admin.actor, await unitId(component, "cs", "a"), { targets: ["Jablko"], state: 20 });
    expect(await performOperation(component.repositoryId, "push")).toMatchObject({ result: true });
    expect(upstream.read("l/cs.json")).toContain("Jablko");
    expect(await accessUsed(admin.actor, component)).toEqual({
      fetch: { kind: "account", place: `${base}/team/` },
      push: { kind: "account", place: `${base}/team/` },
    });
    // Nothing of it lies about.
    const kept = copyFolder(component.repositoryId);
    expect(readFileSync(join(kept, ".git/config"), "utf8")).not.toMatch(new RegExp(`${PASSWORD}|${BASIC}`));
    expect(readdirSync(join(kept, ".git"))).not.toContain("credentials");
    const shown = await send("GET", "/api/components/p/a/", { key: admin.key });
    expect(await shown.text()).not.toMatch(new RegExp(`${PASSWORD}|${BASIC}`));
    given = [];
    for (const path of [
      "/other/remote.git",
      "/teams/remote.git",
      "/team/%2e%2e/remote.git",
      "/team/..%2Fother/remote.git",
    ])
      expect((await make("b", path)).status, path).toBe(400);
    expect(given.length).toBeGreaterThan(0);
    expect(given.filter(([, sent]) => sent === `Basic ${BASIC}`)).toEqual([]);
  });

  it("that does not take the account says so, without the password in any form", async () => {
    await enter({ ...ACCOUNT, place: `${base}/team/`, password: "wr0ngpassw0rd" });
    const refused = await make("c", "/team/c/remote.git");
    const text = await refused.text();
    expect(text).toContain(`that an administrator has entered for ${base}/team/`);
    expect(text).not.toMatch(new RegExp(`wr0ng|${Buffer.from("bot:wr0ngpassw0rd").toString("base64")}`));
  });

  it("that no longer takes the account raises an alert with the server's words, but not with the password", async () => {
    await enter({ ...ACCOUNT, place: `${base}/team/`, password: "wr0ngpassw0rd" });
    const component = await findComponent(admin.actor, { projectSlug: "p", categoryPath: "", componentSlug: "a" });
    expect(await performOperation(component.repositoryId, "pull")).toMatchObject({ result: false });
    const alert = await textRow<{ details: { error: string; output: string } }>(
      db,
      sql`select details from alerts where component_id = ${component.id} and kind = 'UpdateFailure'`,
    );
    expect(alert?.details.error).toContain(`that an administrator has entered for ${base}/team/`);
    expect(alert?.details.output).toContain("You sent Basic ***");
  });

  it("keeps the account of its own address", async () => {
    await enter({ ...ACCOUNT, place: base, password: "something else" });
    const own = `${base.replace("://", `://bot:${PASSWORD}@`)}/own/remote.git`;
    const body = { name: "d", slug: "d", vcs: "git", repo: own, filemask: "l/*.json", template: "l/en.json" };
    const made = await send("POST", "/api/projects/p/components/", {
      key: admin.key,
      body: { ...body, file_format: "json" },
    });
    expect(made.status).toBe(201);
    const component = await findComponent(admin.actor, { projectSlug: "p", categoryPath: "", componentSlug: "d" });
    expect(await accessUsed(admin.actor, component)).toEqual({ fetch: { kind: "address" }, push: undefined });
  });
});

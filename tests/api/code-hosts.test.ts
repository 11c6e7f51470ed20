import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { MASK } from "@/lib/domain/secrets";
import { db, sql } from "@/lib/platform/database";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { makeUpstream } from "../support/git";
import { serveGit } from "../support/git-server";
import { CLOSED } from "../support/outside";
import { textRow } from "../support/text-rows";
import { type Person, person, send } from "./support";

/** Accounts at code hosts; the contract 3.15. */

let admin: Person;
let petra: Person;
const before = environment();

beforeAll(async () => {
  admin = await person("admin", { superuser: true });
  petra = await person("petra");
});
beforeEach(async () => {
  setEnvironment({ ...before, privateRepositories: CLOSED });
  await db.run(sql`truncate code_hosts`);
});
afterAll(() => setEnvironment(before));

const ACCOUNT = { kind: "github", host: "GitHub.com", username: "loquat-bot", token: "kan4ri3nv0gel" };

const enter = (body: object, who = admin) => send("POST", "/api/code_hosts/", { key: who.key, body });

interface Told {
  id: number;
  api: string;
  token: string;
}

it("are entered, shown without their token, changed and forgotten", async () => {
  const made = await enter(ACCOUNT);
  expect(made.status).toBe(201);
  const account = (await made.json()) as Told;
  expect(account).toMatchObject({ kind: "github", host: "github.com", api: "https://api.github.com", token: MASK });
  const stored = () => textRow<{ token: string }>(db, sql`select token from code_hosts`);
  const sealed = (await stored())?.token;
  expect(sealed).toMatch(/^sealed:/);
  const path = `/api/code_hosts/${account.id}/`;
  const renamed = await send("PATCH", path, { key: admin.key, body: { username: "other", token: MASK } });
  expect(await renamed.json()).toMatchObject({ username: "other", api: "https://api.github.com", token: MASK });
  expect((await stored())?.token).toBe(sealed);
  const all = await send("GET", "/api/code_hosts/", { key: admin.key });
  const text = await all.text();
  expect(JSON.parse(text)).toMatchObject([{ id: account.id, username: "other" }]);
  expect(text).not.toContain(ACCOUNT.token);
  expect((await send("DELETE", path, { key: admin.key })).status).toBe(204);
  expect((await send("GET", path, { key: admin.key })).status).toBe(404);
});

it("never take their token to another address", async () => {
  const { id } = (await (await enter(ACCOUNT)).json()) as Told;
  const path = `/api/code_hosts/${id}/`;
  for (const body of [{ api: "https://example.org/api" }, { host: "example.org" }, { api: "http://api.github.com" }]) {
    const refused = await send("PATCH", path, { key: admin.key, body });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("Enter the token again");
  }
  const moved = await send("PATCH", path, { key: admin.key, body: { host: "ghe.example.org", token: "an0ther" } });
  expect(await moved.json()).toMatchObject({ host: "ghe.example.org", api: "https://ghe.example.org/api/v3" });
});

it.each([
  [{ kind: "sourceforge" }, "kind"],
  [{ host: "https://github.com/" }, "host"],
  [{ host: "10.0.0.1" }, "api"],
  [{ api: "file:///etc/passwd" }, "api"],
  [{ api: "https://user:key@example.org/" }, "api"],
  [{ token: "" }, "token"],
  [{ token: MASK }, "token"],
  [{ username: "a b" }, "username"],
])("are refused with %j", async (wrong, field) => {
  const refused = await enter({ ...ACCOUNT, ...wrong });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(`"attr":"${field}"`);
});

it("are one for each kind and host", async () => {
  await enter(ACCOUNT);
  expect((await enter({ ...ACCOUNT, username: "other" })).status).toBe(400);
  expect((await enter({ ...ACCOUNT, kind: "gitea" })).status).toBe(201);
});

it("are for administrators alone", async () => {
  expect((await enter(ACCOUNT, petra)).status).toBe(403);
  const { id } = (await (await enter(ACCOUNT)).json()) as Told;
  expect((await send("GET", "/api/code_hosts/", { key: petra.key })).status).toBe(403);
  expect((await send("PATCH", `/api/code_hosts/${id}/`, { key: petra.key, body: { username: "x" } })).status).toBe(403);
  expect((await send("DELETE", `/api/code_hosts/${id}/`, { key: petra.key })).status).toBe(403);
});

it("are what a component with such a vcs needs", async () => {
  const upstream = makeUpstream({ "l/en.json": '{"a": "Apple"}\n', "l/cs.json": "{}\n" });
  const server = await serveGit(upstream);
  try {
    const place = { name: "P", slug: "p", web: "https://example.org/" };
    await send("POST", "/api/projects/", { key: admin.key, body: place });
    const files = { filemask: "l/*.json", template: "l/en.json", file_format: "json" };
    const url = server.url.replace("/remote.git", "/org/remote.git");
    const make = (body: object) =>
      send("POST", "/api/projects/p/components/", {
        key: admin.key,
        body: { name: "A", slug: "a", vcs: "gitea", ...files, ...body },
      });
    const refused = await make({ repo: url });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/"code":"invalid_choice".*"attr":"vcs"/);
    await enter({ ...ACCOUNT, kind: "gitea", host: new URL(url).host, api: `${new URL(url).origin}/api/v1` });
    const elsewhere = await make({ repo: server.url });
    expect(await elsewhere.text()).toContain(
      "This is not the address of a repository for Gitea and Forgejo pull requests.",
    );
    const other = await make({ repo: url, push: "https://example.org/a/b.git" });
    expect(await other.text()).toContain('"attr":"push"');
  } finally {
    await server.close();
  }
});

import { readFileSync, renameSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runningEmbedded } from "@/lib/platform/embedded-postgres";
import { type Installation, installDemo, readmeBlock } from "./installation";

/** A new installation with the demo: what the README shows runs in it, and every answer carries what it must. */

let demo: Installation;
let token = "";
beforeAll(async () => {
  demo = await installDemo();
  await administrator("grace");
  token = (await demo.run(process.execPath, ["lib/cli/admin.mjs", "create-token", "--username", "grace"])).out.trim();
}, 300_000);
afterAll(() => demo.stop());

const PASSWORD = "a very long secret 7";
async function administrator(name: string): Promise<void> {
  const create = `printf '%s\\n' "${PASSWORD}" | "${process.execPath}" lib/cli/admin.mjs create-admin --username ${name} --email ${name}@example.org --password-stdin`;
  const made = await demo.run("bash", ["-c", create]);
  expect(made.status, made.all).toBe(0);
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request as it is written: nothing is added, followed or tidied. */
function ask(path: string, method = "GET", headers: Record<string, string> = {}, body?: string): Promise<Answer> {
  const { port } = new URL(demo.base);
  return new Promise((done, failed) => {
    const sent = request({ port, path, method, headers, host: "localhost", agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

/** The cookies of somebody who has signed in. */
async function signedIn(username: string): Promise<string> {
  const cookiesOf = ({ headers }: Answer) =>
    ([headers["set-cookie"] ?? []].flat() as string[]).map((line) => line.split(";")[0] ?? "");
  const first = await ask("/api/auth/csrf");
  const { csrfToken } = JSON.parse(first.text) as { csrfToken: string };
  const cookie = cookiesOf(first).join("; ");
  const body = new URLSearchParams({ csrfToken, username, password: PASSWORD, json: "true" }).toString();
  const second = await ask("/api/auth/callback/credentials", "POST", { ...form, cookie }, body);
  return [cookie, ...cookiesOf(second)].join("; ");
}

it("the README's way of a string by curl runs to its end on a new installation", async () => {
  const script = readmeBlock(readFileSync("README.md", "utf8"), demo.base);
  const done = await demo.run("bash", ["-euo", "pipefail", "-c", script]);
  expect(done.status, done.all).toBe(0);
  expect(done.out).toContain('"slug":"hello"');
  expect(done.out).toContain('"target":["Jak se řeže strom?"]');
  expect(done.out).toContain('"result":true');
  expect(done.out).toContain('msgid "How do I prune a tree?"\nmsgstr "Jak se řeže strom?"\n');
  expect(done.out).toContain('"action_name":"Changes pushed"');
  // What reached the repository is one commit with that string, in the name of its author.
  const log = await demo.run("git", ["-C", demo.repository("desktop"), "log", "-1", "-p", "--format=%an", "main"]);
  expect(log.out).toMatch(/^ada\n/);
  expect(log.out).toMatch(/^\+msgstr "Jak se řeže strom\?"$/m);
}, 300_000);

it("npm run doctor names the risks of a new installation and ends with 1", async () => {
  const done = await demo.run(process.execPath, ["lib/cli/admin.mjs", "doctor"]);
  expect(done.status, done.all).toBe(1);
  expect(done.out).toMatch(/Anyone can register/);
  expect(done.out).toMatch(/Close registration/);
}, 60_000);

type Row = [status: number, path: string, method?: string, headers?: Record<string, string>, body?: string];
const form = { "content-type": "application/x-www-form-urlencoded" };

const PAGES: Row[] = [
  [200, "/"],
  [200, "/projects/"],
  [200, "/accounts/login/"],
  [404, "/nothing/here/"],
  [404, "/projects/nothing/"],
  [404, "/projects/a%00b/"],
  [404, "/memory/?q=%00"],
  [404, "/translate/%00/app/cs/"],
  [404, "/translate/orchard/desktop/%00/"],
  [404, "/data/%00/"],
  [404, "/create/component/vcs/import/?project=%00"],
];
const OTHERS: Row[] = [
  [200, "/api/"],
  [200, "/api/projects/", "HEAD"],
  [200, "/api/projects/", "OPTIONS"],
  [404, "/api/nothing/"],
  [404, "/api/projects/nothing/"],
  [405, "/api/projects/", "PUT"],
  [401, "/api/projects/", "POST", { "content-type": "application/json" }, "{}"],
  [200, "/api/projects/?format=csv"],
  [200, "/api/projects/", "GET", { accept: "text/html" }],
  [200, "/api/docs/"],
  [200, "/api/schema/"],
  [200, "/exports/rss/"],
  [404, "/exports/rss/nothing/"],
  [404, "/exports/stats/nothing/"],
  [404, "/exports/nothing/"],
  [403, "/changes/csv/"],
  [404, "/hooks/update/nothing/"],
  [404, "/hooks/nothing/", "POST", { "content-type": "application/json" }, "{}"],
  [201, "/hooks/github/", "POST", { "content-type": "application/json", "x-github-event": "ping" }, '{"zen":"x"}'],
  [405, "/hooks/github/"],
  [200, "/health"],
  [200, "/favicon.svg"],
  [200, "/api/auth/csrf"],
  [401, "/api/inngest", "POST", { "content-type": "application/json" }, "{}"],
  [405, "/", "PROPFIND"],
  [400, "/%zz/"],
];

const nameOf = ([status, path, method = "GET", headers]: Row) =>
  `${method} ${path}${headers?.accept ? ` as ${headers.accept}` : ""} (${status})`;

function expectHeaders({ headers }: Answer): void {
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
  // Reached without https, it must not promise it.
  expect(headers["strict-transport-security"]).toBeUndefined();
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-powered-by"]).toBeUndefined();
}

describe("every answer", () => {
  it.each(PAGES.map((row) => [nameOf(row), row] as const))("%s is a page with a policy of its own", async (_, row) => {
    const answer = await ask(...(row.slice(1) as [string]));
    expect(answer.status).toBe(row[0]);
    expectHeaders(answer);
    const nonce = /'nonce-([0-9a-f]{32})'/.exec(String(answer.headers["content-security-policy"]))?.[1];
    expect(answer.text).toContain(`nonce="${nonce}"`);
  });

  it.each(OTHERS.map((row) => [nameOf(row), row] as const))("%s lets nothing be loaded or framed", async (_, row) => {
    const answer = await ask(...(row.slice(1) as [string]));
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([row[0], expect.anything()]);
    expectHeaders(answer);
    expect(answer.headers["content-security-policy"]).toMatch(
      // A picture has styles.
      row[1] === "/favicon.svg" ? /^default-src 'self'/ : /^default-src 'none'/,
    );
  });

  it("of next-auth is one, too, wherever it leads", async () => {
    for (const path of ["signin", "signout", "error", "verify-request", "callback/credentials", "session", "nothing"])
      for (const method of ["GET", "POST"]) {
        const answer = await ask(
          `/api/auth/${path}`,
          method,
          form,
          method === "POST" ? "callbackUrl=http://evil.example/" : undefined,
        );
        expect([path, answer.status < 500]).toEqual([path, true]);
        expectHeaders(answer);
      }
  });

  it("to a static file is one, too", async () => {
    const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec((await ask("/")).text)?.[1] ?? "";
    expect(script).not.toBe("");
    expectHeaders(await ask(script));
  });
});

describe("a refusal", () => {
  it("on a page answers 403 with its reason and its title", async () => {
    await administrator("eve");
    const json = { authorization: `Token ${token}`, "content-type": "application/json" };
    expect((await ask("/api/users/eve/", "PATCH", json, '{"is_superuser": false}')).status).toBe(200);
    const cookie = await signedIn("eve");
    const refused = await ask("/manage/", "GET", { cookie });
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("<title>You cannot do this here — Loquat</title>");
    expect(refused.text).toContain("403: you can view this page");
    expectHeaders(refused);
    expect((await ask("/accounts/profile/", "GET", { cookie })).status).toBe(200);
    expect((await ask("/manage/")).status).toBe(307);
  });

  it("of a form from elsewhere, a form that is too long and one without a length is a 4xx", async () => {
    const action = { ...form, "next-action": "0".repeat(42) };
    const cases: [number, Record<string, string>][] = [
      [403, { ...action, origin: "https://evil.example" }],
      [403, { ...action, origin: "null" }],
      [403, { ...action, origin: "http://localhost.evil.example" }],
      [413, { ...action, "content-length": "60000000" }],
    ];
    for (const [status, headers] of cases) {
      const answer = await ask("/accounts/login/", "POST", headers);
      expect([headers.origin ?? "", answer.status]).toEqual([headers.origin ?? "", status]);
      expectHeaders(answer);
    }
    const chunked = await ask("/accounts/login/", "POST", { ...action, "transfer-encoding": "chunked" }, "x=1");
    expect(chunked.status).toBe(411);
    const own = await ask("/accounts/login/", "POST", { ...action, origin: demo.base }, "");
    expect(own.status).toBe(404);
  });
});

describe("a page that searches while there is no place for it", () => {
  it("is a small one that answers 429 and leads on", async () => {
    const database = new pg.Client({ connectionString: runningEmbedded(join(demo.data, "postgres")) });
    await database.connect();
    try {
      await database.query("begin; lock table units, suggestions in access exclusive mode");
      const address = "/translate/orchard/desktop/cs/?q=prune";
      const pages = Array.from({ length: 6 }, () => ask(address));
      // Those with a place end by themselves, after the seconds that somebody unknown may search.
      const answers = await Promise.all(pages);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(3);
      for (const answer of refused) {
        expectHeaders(answer);
        expect(answer.text).toContain("Your other searches are still running");
        expect(answer.text).toContain('href="/translate/orchard/desktop/cs/"');
        expect(answer.text).toContain(`href="${address}"`);
      }
    } finally {
      await database.end();
    }
  });
});

describe("while its database is away", () => {
  it("pages and API answer 503 and say when to come again, and all goes on when it is back", async () => {
    const folder = join(demo.data, "postgres");
    const database = new pg.Client({ connectionString: runningEmbedded(folder) });
    database.on("error", () => {});
    await database.connect();
    const { rows } = await database.query(
      "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid, current_setting('data_directory') as cluster",
    );
    const [{ pid, cluster }] = rows;
    // Without its folder the server cannot be started again.
    renameSync(cluster, `${cluster}.away`);
    try {
      process.kill(pid, "SIGQUIT");
      await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), { timeout: 30_000 });
      const page = await ask("/projects/");
      expect(page.status).toBe(503);
      expect(page.text).toContain("503: the database cannot be reached.");
      expect(page.headers["retry-after"]).toBe("5");
      expectHeaders(page);
      const answer = await ask("/api/projects/");
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.text)).toMatchObject({ type: "server_error", errors: [{ code: "unavailable" }] });
      expectHeaders(answer);
      expect((await ask("/ready")).status).toBe(503);
      expect((await ask("/health")).status).toBe(200);
    } finally {
      renameSync(`${cluster}.away`, cluster);
    }
    await vi.waitFor(async () => expect((await ask("/ready")).status).toBe(200), { timeout: 60_000, interval: 500 });
    expect((await ask("/projects/")).status).toBe(200);
  });
});

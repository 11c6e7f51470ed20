import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "@/lib/platform/embedded-postgres";

/** The commands as an operator types them, over the real build. */

const root = mkdtempSync(join(tmpdir(), "loquat-cli-"));
const data = join(root, "data");
let port = 0;

function variables(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return {
    ...inherited,
    NODE_ENV: "production",
    PORT: String(port),
    LOQUAT_DATA: data,
    LOQUAT_BASE_URL: `http://127.0.0.1:${port}`,
    ...more,
  } as NodeJS.ProcessEnv;
}

interface Started {
  child: ChildProcess;
  output: () => string;
}

function start(more: Record<string, string> = {}, flags: string[] = []): Started {
  const child = spawn(process.execPath, ["lib/cli/start.mjs", ...flags], {
    env: variables(more),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  return { child, output: () => printed };
}

/** One that does not outlive its test. */
const launch = (more?: Record<string, string>, flags?: string[]): Started => {
  const started = start(more, flags);
  launched.push(started.child);
  return started;
};
const launched: ChildProcess[] = [];

const ready = (started: Started) =>
  vi.waitFor(() => expect(started.output()).toMatch(/Loquat is ready at/), { timeout: 120_000, interval: 50 });
const ended = async ({ child }: Started) => child.exitCode ?? ((await once(child, "exit"))[0] as number);

/** Runs beside the server. Waiting for it must not stop this process: connections that the server closes would not be noticed. */
async function admin(words: string[], input = ""): Promise<{ status: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, ["lib/cli/admin.mjs", ...words], { env: variables() });
  child.stdin.end(input);
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { status: status as number | null, out, err };
}

beforeAll(async () => {
  port = await freePort();
});
// A test that failed leaves nothing behind that the next one would meet on the port.
afterEach(async () => {
  for (const child of launched.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("npm start", () => {
  let first: Started;
  beforeAll(async () => {
    first = start();
    await ready(first);
  });
  afterAll(async () => {
    if (first.child.exitCode !== null) return;
    first.child.kill("SIGKILL");
    await ended(first);
  });

  it("runs, and prints a set-up link", async () => {
    await expect.poll(first.output).toMatch(/\/setup\/\?code=[\w-]{20,}/);
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });

  it("does not start twice at a port or in a data folder", async () => {
    const second = launch();
    expect(await ended(second)).toBe(1);
    expect(second.output()).toMatch(/Port \d+ is in use/);
    const elsewhere = launch({ PORT: String(await freePort()) });
    expect(await ended(elsewhere)).toBe(1);
    expect(elsewhere.output()).toMatch(/is already running with this data folder/);
  });

  it("takes commands beside it", async () => {
    expect(
      await admin(
        ["create-admin", "--username", "root", "--email", "root@example.org", "--password-stdin"],
        "a very long secret\n",
      ),
    ).toMatchObject({ status: 0, out: "" });
    expect(
      (await admin(["create-admin", "--username", "root", "--email", "root@example.org", "--password-stdin"], "x")).err,
    ).toMatch(/Nothing was changed/);
    expect(
      (await admin(["create-admin", "--username", "weak", "--email", "w@example.org", "--password-stdin"], "short"))
        .err,
    ).toMatch(/10 characters/);
    const token = await admin(["create-token", "--username", "root"]);
    expect(token.out).toMatch(/^svcu_[A-Za-z0-9]{36}\n$/);
    const answer = await fetch(`http://127.0.0.1:${port}/api/projects/`, {
      headers: { authorization: `Token ${token.out.trim()}` },
    });
    const body = await answer.text();
    expect(JSON.parse(body)).toMatchObject({ count: 0, results: [] });
    expect(answer.headers.get("x-ratelimit-limit")).toBe("5000");
    const bytes = Buffer.byteLength(body);
    const lengthOf = (given: Response) => [given.headers.get("content-length"), given.headers.get("x-loquat-length")];
    expect(lengthOf(answer)).toEqual([String(bytes), null]);
    const head = await fetch(answer.url, {
      method: "HEAD",
      headers: { authorization: `Token ${token.out.trim()}` },
    });
    expect(lengthOf(head)).toEqual([String(bytes), null]);
  });

  it("confirms addresses, creates users and invites", async () => {
    expect(await admin(["confirm-email", "--username", "root"])).toMatchObject({
      status: 0,
      out: "",
      err: expect.stringContaining("root@example.org of root confirmed"),
    });
    expect((await admin(["confirm-email", "--everybody"])).err).toMatch(/already confirmed/);
    const ordinary = ["create-user", "--username", "olga", "--email", "olga@example.org", "--password-stdin"];
    expect(await admin(ordinary, "a very long secret\n")).toMatchObject({
      status: 0,
      out: "",
      err: expect.stringContaining("olga can sign in now"),
    });
    expect((await admin(["invite", "--email", "new@example.org"])).out).toMatch(
      /^http:\S+\/accounts\/invitation\/\?code=[\w-]{43}\n$/,
    );
    expect((await admin(["invite", "--team", "Reviewers", "--superuser"])).out).toMatch(/code=/);
    expect(await admin(["invite", "--team", "Nowhere"])).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("no team Nowhere"),
    });
    expect(await admin(["reset-second-factor", "root"])).toMatchObject({
      status: 0,
      out: "",
      err: expect.stringContaining("0 second factors of root are removed"),
    });
    expect(await admin(["reset-second-factor", "nobody"])).toMatchObject({ status: 1, out: "" });
  });

  it("tells its commands when it is asked for help, or in a way that it does not know", async () => {
    for (const words of [["--help"], ["help"], ["undo", "--help"]])
      expect(await admin(words), words.join(" ")).toMatchObject({
        status: 0,
        out: expect.stringContaining("admin -- create-admin"),
      });
    const wrong = [
      ["nonsense"],
      ["confirm-email"],
      ["invite", "--project", "x"],
      ["reset-second-factor"],
      ["create-token"],
    ];
    for (const words of wrong) expect(await admin(words), words.join(" ")).toMatchObject({ status: 2, out: "" });
  });

  it("stops in order", async () => {
    first.child.kill("SIGTERM");
    expect(await ended(first)).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it("takes commands while it does not run", async () => {
    expect((await admin(["create-token", "--username", "root"])).out).toMatch(/^svcu_/);
    expect(await admin(["create-token", "--username", "nobody"])).toMatchObject({
      status: 1,
      out: "",
      err: expect.stringContaining("no user nobody"),
    });
  });

  it("comes back after kill -9, quickly, without another set-up link", async () => {
    const timed = async () => {
      const began = Date.now();
      const started = launch();
      await ready(started);
      return { started, took: Date.now() - began };
    };
    const { started: killed, took: usual } = await timed();
    killed.child.kill("SIGKILL");
    await ended(killed);
    const { started: second, took } = await timed();
    // Nothing is waited for that the killed one held, such as a lease: it takes what a start takes, and a recovery.
    expect(took).toBeLessThan(2 * usual + 10_000);
    expect((await fetch(`http://127.0.0.1:${port}/projects/`)).status).toBe(200);
    expect(second.output()).not.toContain("/setup/");
    second.child.kill("SIGINT");
    expect(await ended(second)).toBe(0);
  });
});

describe("several web processes", () => {
  /** Those of a server that live; pgrep ends with 1 when there is none. */
  const webs = ({ child }: Started): number[] => {
    try {
      const out = execFileSync("pgrep", ["-P", String(child.pid), "-f", "web\\.mjs"], { encoding: "utf8" });
      return out.trim().split("\n").map(Number);
    } catch {
      return [];
    }
  };
  const lives = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  const statuses = async (path: string) => {
    const answers = Array.from({ length: 20 }, () =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: "close" } }),
    );
    return new Set((await Promise.all(answers)).map(({ status }) => status));
  };

  /** How many connections the embedded database takes. */
  const mostConnections = async () => {
    const server = JSON.parse(readFileSync(join(data, "postgres", "server.json"), "utf8"));
    const client = new pg.Client({ host: "127.0.0.1", user: "loquat", database: "loquat", ...server });
    await client.connect();
    const { rows } = await client.query("select current_setting('max_connections')::int as most");
    await client.end();
    return rows[0].most as number;
  };

  it("answer at one port, one that dies is replaced, and none is left by a stop or a kill", async () => {
    const started = launch({ LOQUAT_WEB_PROCESSES: "2", LOQUAT_DATABASE_POOL: "30" });
    await ready(started);
    // Two that answer, the first process and the worker.
    expect(await mostConnections()).toBeGreaterThan(4 * 30);
    const [first = 0, second = 0, ...more] = webs(started);
    expect([lives(first), lives(second), more]).toEqual([true, true, []]);
    expect(await statuses("/projects/")).toEqual(new Set([200]));

    process.kill(first, "SIGKILL");
    await expect.poll(started.output).toMatch(/A web process ended \(SIGKILL\)/);
    expect(await statuses("/api/")).toEqual(new Set([200]));
    await expect.poll(() => webs(started).length, { timeout: 30_000 }).toBe(2);
    expect(webs(started)).not.toContain(first);
    await expect.poll(() => statuses("/projects/"), { timeout: 30_000 }).toEqual(new Set([200]));

    const before = webs(started);
    started.child.kill("SIGKILL");
    await ended(started);
    await expect.poll(() => before.filter(lives), { timeout: 30_000 }).toEqual([]);
    const again = launch({ LOQUAT_WEB_PROCESSES: "2" });
    await ready(again);
    const after = webs(again);
    expect(after).toHaveLength(2);
    again.child.kill("SIGTERM");
    expect(await ended(again)).toBe(0);
    expect(after.filter(lives)).toEqual([]);
  });
});

describe("a server whose output nobody reads any more", () => {
  it("answers all the same", async () => {
    const started = launch();
    started.child.stdout?.destroy();
    started.child.stderr?.destroy();
    const health = () =>
      fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) }).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(health, { timeout: 60_000, interval: 200 }).toBe(200);
    // It has printed that it is ready, to nobody, and is still there.
    await new Promise((done) => setTimeout(done, 1000));
    expect(await health()).toBe(200);
    started.child.kill("SIGTERM");
    expect(await ended(started)).toBe(0);
  });
});

describe("a stop while the demo is made", () => {
  it("is no failure to start", async () => {
    const started = launch({ LOQUAT_DATA: join(root, "demo"), PORT: String(await freePort()) }, ["--demo"]);
    await ready(started);
    started.child.kill("SIGTERM");
    expect(await ended(started)).toBe(0);
    expect(started.output()).not.toMatch(/could not start|Error/i);
  });
});

describe("what keeps it from starting is one line", () => {
  it("a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const taken = (server.address() as { port: number }).port;
    const started = launch({ PORT: String(taken) });
    expect(await ended(started)).toBe(1);
    expect(
      started
        .output()
        .trim()
        .split("\n")
        .filter((line) => line.startsWith("Loquat:")),
    ).toEqual([expect.stringContaining(`Port ${taken} is in use`)]);
    server.close();
  });

  it.each([
    [
      "an unreachable database",
      { DATABASE_URL: "postgresql://nobody@127.0.0.1:1/x" },
      /The database at 127.0.0.1:1 cannot be used/,
    ],
    ["a database address that is none", { DATABASE_URL: "mysql://x" }, /DATABASE_URL must begin with postgresql/],
    ["a wrong setting", { PORT: "0" }, /PORT/],
    ["a rate that is none", { LOQUAT_RATE_USER: "many" }, /LOQUAT_RATE_USER must look like/],
    ["no git", { PATH: "/nonexistent" }, /git was not found/],
  ])("%s", async (_name, more, message) => {
    const started = launch(more as Record<string, string>);
    expect(await ended(started)).toBe(1);
    const lines = started.output().trim().split("\n");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
  });

  it("a data folder that cannot be one", async () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    const started = launch({ LOQUAT_DATA: join(file, "x") });
    expect(await ended(started)).toBe(1);
    expect(started.output()).toMatch(/data folder .* is not writable/);
  });

  it("an unknown option", async () => {
    const started = launch({}, ["--frobnicate"]);
    expect(await ended(started)).toBe(1);
    expect(started.output()).toMatch(/Unknown option --frobnicate/);
  });
});

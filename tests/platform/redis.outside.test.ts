import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { closeDatabase, db, sql } from "@/lib/platform/database";
import { type EmbeddedServer, startEmbedded } from "@/lib/platform/embedded-postgres";
import { readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { migrate } from "@/lib/platform/migrations";
import { resetThrottle, settleThrottle, takeTurn } from "@/lib/platform/throttle-store";
import { textRow } from "../support/text-rows";

/** Limits in a real Redis, and in a real Valkey where there is one. */

const PASSWORD = "p@ss word";
const folder = mkdtempSync(join(tmpdir(), "loquat-redis-"));
let postgres: EmbeddedServer;

beforeAll(async () => {
  postgres = await startEmbedded({ folder: join(folder, "postgres"), fast: true });
  await migrate(postgres.url, "prisma/migrations");
}, 120_000);
afterAll(async () => {
  await closeDatabase();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, "127.0.0.1", done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return port;
}

const programs = ["redis-server", ...(spawnSync("valkey-server", ["--version"]).status === 0 ? ["valkey-server"] : [])];

describe.each(programs)("limits in %s", (program) => {
  let port = 0;
  let server: ChildProcess | undefined;
  const said = vi.spyOn(process.stderr, "write");

  async function start(): Promise<void> {
    const place = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder];
    const child = spawn(program, [...place, "--save", "", "--appendonly", "no", "--requirepass", PASSWORD], {
      stdio: "ignore",
    });
    server = child;
    let failure: Error | undefined;
    child.once("error", (error) => {
      failure = error;
    });
    for (let tries = 0; !asked("ping").includes("PONG"); tries++) {
      if (failure) throw failure;
      if (tries > 100) throw new Error(`${program} did not answer.`);
      await new Promise((done) => setTimeout(done, 100));
    }
  }
  async function stop(): Promise<void> {
    const gone = new Promise<void>((done) => server?.once("exit", () => done()));
    server?.kill("SIGKILL");
    await gone;
  }
  /** What the server's own client gets as an answer. */
  function asked(...words: string[]): string {
    const place = ["-p", String(port), "-a", PASSWORD, "-n", "2"];
    return String(spawnSync(program.replace("server", "cli"), [...place, ...words]).stdout);
  }

  /** As a process that has just been started. */
  const startAnew = () => {
    resetThrottle();
    const redis = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/2`;
    setEnvironment(readEnvironment({ NODE_ENV: "test", DATABASE_URL: postgres.url, REDIS_URL: redis }));
  };
  const inPostgres = async (key: string) =>
    (await textRow<{ used: number }>(db, sql`select used from rate_limits where key = ${`loquat:${key}`}`))?.used ?? 0;

  beforeAll(async () => {
    port = await freePort();
    await start();
    startAnew();
  });
  afterEach(() => {
    said.mockReset().mockReturnValue(true);
  });
  afterAll(async () => {
    resetThrottle();
    await stop();
    said.mockRestore();
  });

  it("are exact, also for a process that starts later, and touch no table", async () => {
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: true, limit: 3, remaining: 2 });
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: true, remaining: 1 });
    startAnew();
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: true, remaining: 0 });
    expect(await takeTurn("r", "x", "3/hour")).toMatchObject({ allowed: false, remaining: 0 });
    expect(await takeTurn("r", "y", "3/hour")).toMatchObject({ allowed: true });
    expect(asked("keys", "loquat:r:x*")).toContain("loquat:r:x");
    expect(await inPostgres("r:x")).toBe(0);
    expect(said).not.toHaveBeenCalled();
  });

  it("hold however many come at once, and when the server forgets its scripts", async () => {
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => takeTurn("storm", "x", "25/day")));
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(25);
    asked("script", "flush");
    expect(await takeTurn("storm", "x", "25/day")).toMatchObject({ allowed: false });
    expect(await takeTurn("storm", "y", "25/day")).toMatchObject({ allowed: true });
  });

  it("count what was granted far from the limit", async () => {
    for (let count = 0; count < 50; count++) await takeTurn("far", "x", "1000/day");
    await settleThrottle();
    startAnew();
    expect((await takeTurn("far", "x", "1000/day"))?.remaining).toBe(949);
  });

  const outages: [string, () => unknown, () => unknown][] = [
    ["is frozen", () => server?.kill("SIGSTOP"), () => server?.kill("SIGCONT")],
    ["is killed", () => stop(), () => start()],
  ];
  it.each(outages)("are kept in PostgreSQL while it %s, and in it again afterwards", async (what, away, back) => {
    await takeTurn("gone", what, "50/day");
    await away();
    const before = Date.now();
    expect(await takeTurn("gone", what, "50/day")).toMatchObject({ allowed: true });
    expect(Date.now() - before).toBeLessThan(900);
    await takeTurn("gone", what, "50/day");
    expect(await inPostgres(`gone:${what}`)).toBe(2);
    expect(said.mock.calls.map(String)).toEqual([expect.stringContaining("PostgreSQL counts requests")]);
    await back();
    const log = async (): Promise<string> => {
      await takeTurn("gone", what, "50/day");
      return said.mock.calls.map(String).join("\n");
    };
    await expect.poll(log, { timeout: 10_000, interval: 300 }).toContain("Redis answers again");
    const counted = await inPostgres(`gone:${what}`);
    await takeTurn("gone", what, "50/day");
    expect(await inPostgres(`gone:${what}`)).toBe(counted);
  });
});

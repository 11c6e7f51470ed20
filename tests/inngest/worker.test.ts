import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorker } from "@/lib/cli/worker";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { db, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { leaveTask } from "../support/tasks";
import { textRow } from "../support/text-rows";

/** The worker as the product runs it: bundled, under plain Node. */

let folder = "";
let script = "";

beforeAll(async () => {
  // Below the checkout, so that packages are found.
  folder = mkdtempSync(join(process.cwd(), "node_modules", ".loquat-worker-"));
  script = join(folder, "worker.mjs");
  await build({
    entryPoints: ["lib/cli/worker.ts"],
    outfile: script,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "silent",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function variables(): NodeJS.ProcessEnv {
  const { databaseUrl, dataFolder } = environment();
  return { ...process.env, NODE_ENV: "production", DATABASE_URL: databaseUrl, LOQUAT_DATA: dataFolder };
}

async function start(wrapped = false): Promise<{ child: ChildProcess; output: () => string }> {
  const env = variables();
  const child = wrapped
    ? spawn("/bin/sh", ["-c", `"${process.execPath}" "${script}" & echo "pid $!"; wait`], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      })
    : spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "inherit", "ipc"] });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await expect.poll(() => text, { timeout: 30_000 }).toMatch(/^Worker ready: \d+ functions\.$/m);
  return { child, output: () => text };
}

const gone = async (child: ChildProcess) => child.exitCode ?? (await once(child, "exit"))[0];

test("it says when it is ready, works, and stops in order on SIGTERM", async () => {
  const { child } = await start();
  await db.run(sql`update engine_jobs set run_at = now() where kind = 'cron' and fn = 'loquat-sweep'`);
  await db.run(sql`select pg_notify('loquat_engine', '')`);
  await expect
    .poll(() => textRow(db, sql`select status from engine_runs where fn = 'loquat-sweep'`), { timeout: 20_000 })
    .toEqual({ status: "completed" });
  child.kill("SIGTERM");
  expect(await gone(child)).toBe(0);
});

test("it ends when the channel to its parent closes", async () => {
  const { child } = await start();
  child.disconnect();
  expect(await gone(child)).toBe(0);
});

test("it ends when its parent has died before it was ready", async () => {
  const stdio = ["ignore", "ignore", "inherit", "ipc"] as const;
  const child = spawn(process.execPath, [script], { env: variables(), stdio: [...stdio] });
  child.disconnect();
  const late = setTimeout(() => child.kill("SIGKILL"), 60_000);
  expect(await gone(child)).toBe(0);
  clearTimeout(late);
});

test("it ends when its parent has died", async () => {
  const { child, output } = await start(true);
  const pid = Number(/pid (\d+)/.exec(output())?.[1]);
  const lives = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(lives()).toBe(true);
  child.kill("SIGKILL");
  await expect.poll(lives, { timeout: 20_000 }).toBe(false);
});

test("it can work inside another process, and relays events left unsent", async () => {
  const worker = await startWorker();
  try {
    const task = await leaveTask("nobody");
    const sent = () =>
      textRow<{ sent: boolean }>(db, sql`select sent_at is not null as sent from outbox_events where id = ${task}`);
    expect(await sent()).toEqual({ sent: false });
    await expect.poll(sent, { timeout: 20_000 }).toEqual({ sent: true });
    expect(await waitForTask(task, 10)).toMatchObject({ state: "pending" });
  } finally {
    await worker.stop();
  }
});

import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { db, rawSql, sql } from "@/lib/platform/database";
import { Engine, type EngineOptions } from "@/lib/platform/engine/engine";
import { engineSigningKey } from "@/lib/platform/engine/keys";
import type { Run } from "@/lib/platform/engine/store";
import { environment } from "@/lib/platform/environment";
import { type QueueFunction, sendEvents, serveFunctions } from "@/lib/platform/queue";
import { textRow, textRows } from "../../support/text-rows";

/** What the tests of the engine share: engines in this process and in others, traces of executed steps, waiting. */

export type LabOptions = Partial<Omit<EngineOptions, "handler" | "signingKey">>;

const running = new Set<Engine>();

/** An engine of its own in this process, with short delays between attempts. */
export async function startLab(functions: QueueFunction[], options: LabOptions = {}): Promise<Engine> {
  const engine = new Engine({
    backoff: () => 50,
    ...options,
    handler: serveFunctions(functions),
    signingKey: await engineSigningKey(),
  });
  await engine.start();
  running.add(engine);
  return engine;
}

/** Stops the engine, or all that are still running. */
export async function stopLab(engine?: Engine, graceMs = 2000): Promise<void> {
  for (const one of engine ? [engine] : [...running]) {
    running.delete(one);
    await one.stop(graceMs);
  }
}

/** A clock for the engine that the test may move. */
export function movableClock(): { now: ReturnType<typeof rawSql>; move(seconds: number): void } {
  let offset = 0;
  return {
    now: rawSql("now()"),
    move(seconds) {
      offset += seconds;
      this.now = rawSql(`(now() + interval '${offset} seconds')`);
    },
  };
}

/** Sends one event and gives its id. */
export async function send(
  name: string,
  data: Record<string, unknown> = {},
  id: string = randomUUID(),
): Promise<string> {
  await sendEvents([{ id, name, data }]);
  return id;
}

/** The run of a function that an event has started, when there is one. */
export function runOf(fn: string, eventId: string): Promise<Run | undefined> {
  return textRow<Run>(db, sql`select * from engine_runs where fn = ${`loquat-${fn}`} and idem = ${eventId}`);
}

/** Waits until `look` gives something true. @throws Error after `timeoutMs` */
export async function until<T>(look: () => Promise<T | undefined | false | null>, timeoutMs = 20_000): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`Nothing came of it in ${timeoutMs} ms: ${look}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Waits until the run has ended. */
export function ended(fn: string, eventId: string, timeoutMs?: number): Promise<Run> {
  return until(async () => {
    const run = await runOf(fn, eventId);
    return run && run.status !== "running" ? run : undefined;
  }, timeoutMs);
}

export interface Trace {
  mark: string;
  step: string;
  pid: number;
  /** Milliseconds. */
  beganAt: number;
  endedAt: number | null;
}

export async function makeTraces(): Promise<void> {
  await db.run(sql`
    create table if not exists traces (
      id serial primary key, mark text, step text, pid int,
      began_at float8 default extract(epoch from clock_timestamp()) * 1000, ended_at float8)`);
}

/** Notes that a step is being executed, runs it, notes its end. */
export async function traced<T>(mark: string, step: string, work: () => T | Promise<T>): Promise<T> {
  const row = await textRow<{ id: number }>(
    db,
    sql`
    insert into traces (mark, step, pid) values (${mark}, ${step}, ${process.pid}) returning id`,
  );
  const value = await work();
  await db.run(sql`update traces set ended_at = extract(epoch from clock_timestamp()) * 1000 where id = ${row?.id}`);
  return value;
}

/** What was executed under the mark, in order. */
export function traces(mark: string): Promise<Trace[]> {
  return textRows<Trace>(
    db,
    sql`select mark, step, pid, began_at, ended_at from traces where mark = ${mark} order by id`,
  );
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

const children = new Set<ChildProcess>();
let bundle: Promise<string> | undefined;

/** Below the checkout, so that packages are found; bundled, because that starts three times as fast. */
async function bundleChild(): Promise<string> {
  const folder = mkdtempSync(join(process.cwd(), "node_modules", ".loquat-lab-"));
  const outfile = join(folder, "child.mjs");
  const entryPoints = ["tests/platform/engine/child.ts"];
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", packages: "external" });
  return outfile;
}

/** A process of its own that runs functions of `child.ts` until it is killed. */
export async function startChild(only: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  bundle ??= bundleChild();
  const child = spawn(process.execPath, [await bundle, only], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      NODE_ENV: "test",
      DATABASE_URL: environment().databaseUrl,
      LOQUAT_DATA: environment().dataFolder,
      ...env,
    },
  });
  children.add(child);
  child.once("exit", () => children.delete(child));
  await Promise.race([once(child, "message"), once(child, "exit")]);
  return child;
}

/** Ends the child at once, as a crash would, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

export async function killChildren(): Promise<void> {
  await Promise.all([...children].map(kill));
  if (bundle) rmSync(dirname(await bundle), { recursive: true, force: true });
  bundle = undefined;
}

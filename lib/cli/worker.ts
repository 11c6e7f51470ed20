import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { functions } from "@/inngest/index";
import { recoverLostRuns } from "@/lib/domain/tasks/lost-runs";
import { relayOutbox } from "@/lib/domain/tasks/outbox";
import { readCatalogueFolder } from "@/lib/platform/catalogue-folder";
import { closeDatabase } from "@/lib/platform/database";
import { log } from "@/lib/platform/log";
import { outliveOutput } from "@/lib/platform/output";
import { isEmbedded, startEngine, stopEngine } from "@/lib/platform/queue";

const RELAY_MS = 2000;
const RECOVER_MS = 30_000;
const GRACE_MS = 20_000;

/**
 * Starts what works in the background in this process: the task engine with all functions, and the relay of events
 * that a web process left unsent.
 * @throws UnsupportedFunctions, and whatever keeps the database from answering
 */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  await startEngine(functions);
  const relay = everySo(RELAY_MS, relayOutbox);
  const recovery = everySo(RECOVER_MS, recoverLostRuns);
  return {
    async stop() {
      const rounds = [relay.stop(), recovery.stop()];
      await stopEngine(GRACE_MS);
      await Promise.all(rounds);
    },
  };
}

/** Does the work again and again, one round at a time. Stopping waits for the round that is under way. */
function everySo(ms: number, work: () => Promise<unknown>): { stop(): Promise<unknown> } {
  let round: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // The database or the task server may be away; the next round tries again.
    round ??= work()
      .catch(() => {})
      .finally(() => {
        round = undefined;
      });
  }, ms);
  return {
    async stop() {
      clearInterval(timer);
      await round;
    },
  };
}

/** Runs the worker as a process of its own until it is told to stop or its parent has gone. */
async function main(): Promise<void> {
  outliveOutput();
  const parent = process.ppid;
  await readCatalogueFolder();
  const worker = await startWorker();
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs, the process ends; a job it still holds is taken over by the next worker.
    setTimeout(() => process.exit(1), GRACE_MS + 5000).unref();
    await worker.stop();
    await closeDatabase();
    process.exit(0);
  };
  // A promise that somebody forgot must not end the work of all others.
  process.on("unhandledRejection", (reason) =>
    log.error({ part: "worker", err: reason }, "A promise was rejected and not handled."),
  );
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("disconnect", stop);
  // A parent that was killed while this process began is told of by nothing that comes later.
  if (process.connected === false) void stop();
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 1000).unref();
  console.log(`Worker ready: ${isEmbedded() ? `${functions.length} functions` : "functions run by the task server"}.`);
  // A parent that goes at this very moment is told of by "disconnect".
  process.send?.("ready", undefined, undefined, () => {});
}

const [, script] = process.argv;
if (script && import.meta.url === pathToFileURL(realpathSync(script)).href)
  main().catch((error: unknown) => {
    console.error(`The worker could not start: ${(error as Error).message}`);
    process.exit(1);
  });

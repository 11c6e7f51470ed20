import { functions } from "@/inngest/index";
import { settleCalls } from "@/lib/domain/users/count-calls";
import { readCatalogueFolder } from "@/lib/platform/catalogue-folder";
import { closeDatabase } from "@/lib/platform/database";
import { environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { outliveOutput } from "@/lib/platform/output";
import { keepRegistered } from "@/lib/platform/task-server";
import { settleThrottle } from "@/lib/platform/throttle-store";
import { Cleanup } from "./cleanup";
import { startWeb } from "./web-server";

/** One of several processes that answer requests; `serve.ts` starts them, and they share its port. */

async function main(): Promise<void> {
  outliveOutput();
  const cleanup = new Cleanup();
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), 20_000).unref();
    void cleanup.run().finally(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  // Ctrl-C reaches all processes of a terminal; the first one says when to stop.
  process.on("SIGINT", () => {});
  // When the first process dies, node:cluster ends this one.
  setEnvironment(readEnvironment());
  await readCatalogueFolder();
  cleanup.add(() => closeDatabase());
  cleanup.add(() => settleThrottle());
  cleanup.add(() => settleCalls());
  const web = await startWeb(false);
  cleanup.add(() => web.stop());
  // `/ready` asks each process whether the task server is there.
  if (environment().worker !== "none") cleanup.add(keepRegistered(functions));
  process.send?.("ready", undefined, undefined, () => {});
}

main().catch((error: unknown) => {
  console.error(`A web process could not start: ${(error as Error).message}`);
  process.exit(1);
});

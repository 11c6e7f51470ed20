import type { ChildProcess } from "node:child_process";
import { log } from "@/lib/platform/log";

/** Processes that Loquat keeps running beside its first one. */

/** How long a process that was told to stop may take. */
const STOP_MS = 22_000;

/**
 * Runs a process and starts it again when it ends: after a quarter of a second, and where it keeps ending after a pause
 * that doubles up to 15 s.
 * @param name stands in the log, such as "The worker"
 * @param fork starts the process
 */
export function supervise(name: string, fork: () => ChildProcess): { stop(): Promise<void> } {
  let child: ChildProcess | undefined;
  let stopping = false;
  let deaths = 0;
  const launch = () => {
    if (stopping) return;
    child = fork();
    const born = Date.now();
    child.once("exit", (code, signal) => {
      if (stopping) return;
      deaths = Date.now() - born > 60_000 ? 0 : deaths + 1;
      const pause = Math.min(250 * 2 ** deaths, 15_000);
      log.error(`${name} ended (${signal ?? code}); it starts again in ${pause} ms.`);
      setTimeout(launch, pause).unref();
    });
  };
  launch();
  return {
    async stop() {
      stopping = true;
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise<void>((done) => running.once("exit", () => done()));
      running.kill("SIGTERM");
      const late = setTimeout(() => running.kill("SIGKILL"), STOP_MS);
      await gone;
      clearTimeout(late);
    },
  };
}

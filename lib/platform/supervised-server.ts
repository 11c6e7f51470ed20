import type { ChildProcess } from "node:child_process";
import { log } from "./log";

/** A server of our own that is started again when it ends by itself. */

/** How long a server that ended is tried again: its former processes have to let go of what they share. */
const TRY_MS = 30_000;
const PAUSE_MS = 100;

const pause = () => new Promise<void>((done) => setTimeout(done, PAUSE_MS));

/**
 * @param launch starts the server and waits until it answers
 * @param onLost called when it ended and could not be started again
 * @returns `stop` ends it in order, and waits; safe to call twice
 */
export async function superviseServer(
  launch: () => Promise<ChildProcess>,
  onLost: (error: Error) => void = () => {},
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let child: ChildProcess;
  /** The attempt under way to start it again. */
  let restart: Promise<void> | undefined;

  const watch = async (): Promise<void> => {
    child = await launch();
    child.once("exit", (code, signal) => {
      if (stopping) return;
      log.error(`The database server ended (${signal ?? code}); it starts again.`);
      restart = again();
    });
  };

  const again = async (): Promise<void> => {
    const deadline = Date.now() + TRY_MS;
    for (;;) {
      try {
        await watch();
        return log.info("The database server answers again.");
      } catch (error) {
        if (stopping) return;
        if (Date.now() > deadline) return onLost(error as Error);
      }
      await pause();
    }
  };

  const running = () => child.exitCode === null && child.signalCode === null;
  // A detached server outlives us, so it is told to stop on every way out.
  const kill = () => {
    if (running()) child.kill("SIGINT");
  };
  await watch();
  process.on("exit", kill);
  return {
    async stop() {
      stopping = true;
      process.off("exit", kill);
      await restart;
      if (!running()) return;
      child.ref();
      const gone = new Promise<void>((done) => child.once("exit", () => done()));
      child.kill("SIGINT");
      await gone;
    },
  };
}

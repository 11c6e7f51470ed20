import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { StartError } from "./database-server";
import { supervise } from "./supervise";

/** Several processes that answer requests at one port, so that more than one processor does. */

/**
 * Starts them; done when each accepts requests. One that ends later is started again.
 * @throws StartError when one ends before it accepts requests; it has said why
 */
export async function startWebProcesses(count: number): Promise<{ stop(): Promise<void> }> {
  // They get the options that Node.js was given for this process.
  cluster.setupPrimary({ exec: fileURLToPath(new URL("./web.mjs", import.meta.url)), args: [] });
  const kept: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    await Promise.all(kept.map((one) => one.stop()));
  };
  const ready = Array.from(
    { length: count },
    () =>
      new Promise<void>((accepts, failed) => {
        kept.push(
          supervise("A web process", () => {
            const child = cluster.fork().process;
            child.on("message", (message) => message === "ready" && accepts());
            child.once("exit", () => failed(new StartError("A web process did not start.")));
            return child;
          }),
        );
      }),
  );
  try {
    await Promise.all(ready);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

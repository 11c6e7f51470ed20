import { fork } from "node:child_process";
import { createServer as createProbe } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { functions } from "@/inngest/index";
import { prepareSecrets } from "@/lib/domain/settings/stored-secrets";
import { settleCalls } from "@/lib/domain/users/count-calls";
import { issueSetupCode } from "@/lib/domain/users/setup";
import { readCatalogueFolder } from "@/lib/platform/catalogue-folder";
import { closeDatabase } from "@/lib/platform/database";
import {
  EnvironmentError,
  environment,
  provideVariable,
  readEnvironment,
  setEnvironment,
} from "@/lib/platform/environment";
import { claimFileStore, FilesElsewhere } from "@/lib/platform/file-store-claim";
import { outliveOutput } from "@/lib/platform/output";
import { DEMO_FOLDER } from "@/lib/platform/outside/folders";
import { keepRegistered } from "@/lib/platform/task-server";
import { settleThrottle } from "@/lib/platform/throttle-store";
import { urls } from "@/lib/urls";
import { Cleanup } from "./cleanup";
import { claimDataFolder, openDatabase, prepareDatabase, StartError } from "./database-server";
import { fillDemo } from "./demo";
import { supervise } from "./supervise";
import { startWebProcesses } from "./web-processes";
import { startWeb } from "./web-server";
import { startWorker } from "./worker";

/** `npm start`: database, worker and web server in one go, and an ordered stop. */

export interface ServeOptions {
  dev: boolean;
  demo: boolean;
}

/** Runs Loquat until it is told to stop. Every failure to start is one line and exit code 1. */
export async function serve(options: ServeOptions): Promise<void> {
  outliveOutput();
  const cleanup = new Cleanup();
  let stopping = false;
  const stop = (code: number) => {
    stopping = true;
    const forced = setTimeout(() => process.exit(code || 1), 30_000);
    forced.unref();
    void cleanup.run().finally(() => process.exit(code));
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(0));
  try {
    await start(options, cleanup);
  } catch (error) {
    // What was under way when it was told to stop.
    if (stopping) return;
    if (error instanceof StartError || error instanceof EnvironmentError || error instanceof FilesElsewhere)
      console.error(`Loquat: ${error.message}`);
    else console.error("Loquat could not start:", error);
    stop(1);
  }
}

async function start(options: ServeOptions, cleanup: Cleanup): Promise<void> {
  if (options.demo) openDemoFolder();
  setEnvironment(readEnvironment());
  await readCatalogueFolder();
  const { port, host } = environment();
  await portIsFree(port, host);
  cleanup.add(claimDataFolder(port));
  const database = await openDatabase({ share: false });
  cleanup.add(() => database.stop());
  cleanup.add(() => closeDatabase());
  cleanup.add(() => settleThrottle());
  cleanup.add(() => settleCalls());
  await prepareDatabase(database.url);
  await prepareSecrets();
  cleanup.add(await claimFileStore());
  if (environment().worker === "separate") {
    const program = fileURLToPath(new URL("./worker.mjs", import.meta.url));
    const worker = supervise("The worker", () =>
      fork(program, [], { execArgv: [], stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    );
    cleanup.add(() => worker.stop());
  } else if (environment().worker === "inline") {
    const worker = await startWorker();
    cleanup.add(() => worker.stop());
  }
  const processes = options.dev ? 1 : environment().webProcesses;
  const web = processes > 1 ? await startWebProcesses(processes) : await startWeb(options.dev);
  cleanup.add(() => web.stop());
  // With a task server the functions run here, unless the work is left to other machines.
  if (environment().worker !== "none") cleanup.add(keepRegistered(functions));
  console.log(`Loquat is ready at ${environment().baseUrl}/`);
  if (options.demo) {
    await fillDemo((line) => console.log(line));
  }
  const code = await issueSetupCode();
  if (code) console.log(`There is no administrator yet. Set Loquat up here, once: ${urls.setup(code)}`);
}

/** Whoever tries Loquat this way may make components of the demo's repositories, as the README does; the worker has to know of it, too. */
function openDemoFolder(): void {
  const { dataFolder, localRepositories } = readEnvironment();
  provideVariable("LOQUAT_LOCAL_REPOSITORIES", [...localRepositories, join(dataFolder, DEMO_FOLDER)].join(":"));
}

async function portIsFree(port: number, host: string): Promise<void> {
  await new Promise<void>((free, taken) => {
    const probe = createProbe();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      taken(
        new StartError(
          error.code === "EADDRINUSE"
            ? `Port ${port} is in use. Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`
            : `Port ${port} on ${host} cannot be used (${error.code}).`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

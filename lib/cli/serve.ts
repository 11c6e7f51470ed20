import { type ChildProcess, fork } from "node:child_process";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createProbe } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { functions } from "@/inngest/index";
import { guardAnswer } from "@/lib/api/answer-guard";
import { holdHead } from "@/lib/api/answer-length";
import { earlyRefusal } from "@/lib/api/early-refusals";
import { type HttpError, problemOf } from "@/lib/api/errors";
import { plainTarget } from "@/lib/api/request-line";
import { prepareSecrets } from "@/lib/domain/settings/stored-secrets";
import { issueSetupCode } from "@/lib/domain/users/setup";
import { withAnswer } from "@/lib/platform/answer-status";
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
import { log } from "@/lib/platform/log";
import { outliveOutput } from "@/lib/platform/output";
import { DEMO_FOLDER } from "@/lib/platform/outside/folders";
import { keepRegistered } from "@/lib/platform/task-server";
import { settleThrottle } from "@/lib/platform/throttle-store";
import { urls } from "@/lib/urls";
import { Cleanup } from "./cleanup";
import { claimDataFolder, openDatabase, prepareDatabase, StartError } from "./database-server";
import { fillDemo } from "./demo/fill";
import { pageLimit } from "./page-limit";
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
  await prepareDatabase(database.url);
  await prepareSecrets();
  cleanup.add(await claimFileStore());
  if (environment().worker === "separate") {
    const worker = superviseWorker();
    cleanup.add(() => worker.stop());
  } else if (environment().worker === "inline") {
    const worker = await startWorker();
    cleanup.add(() => worker.stop());
  }
  const web = await startWeb(options.dev, port, host);
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

/** The demo's repositories lie in a folder of this machine; the worker has to know of it, too. */
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

/** Runs the worker as a process of its own and starts it again when it dies. */
function superviseWorker(): { stop(): Promise<void> } {
  const program = fileURLToPath(new URL("./worker.mjs", import.meta.url));
  let child: ChildProcess | undefined;
  let stopping = false;
  let deaths = 0;
  const launch = () => {
    child = fork(program, [], {
      execArgv: [],
      env: { ...process.env, LOQUAT_WORKER_MAIN: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const born = Date.now();
    child.once("exit", (code, signal) => {
      if (stopping) return;
      deaths = Date.now() - born > 60_000 ? 0 : deaths + 1;
      const pause = Math.min(250 * 2 ** deaths, 15_000);
      log.error(`The worker ended (${signal ?? code}); it starts again in ${pause} ms.`);
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
      const late = setTimeout(() => running.kill("SIGKILL"), 22_000);
      await gone;
      clearTimeout(late);
    },
  };
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers what no route would understand. */
function refuse(response: ServerResponse, error: HttpError): void {
  const { status, headers, body } = problemOf(error);
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function startWeb(dev: boolean, port: number, host: string): Promise<{ stop(): Promise<void> }> {
  const { default: next } = await import("next");
  const app = (
    next as unknown as (options: object) => {
      prepare(): Promise<void>;
      getRequestHandler(): Handler;
      getUpgradeHandler?(): Handler;
      close(): Promise<void>;
    }
  )({
    dev,
    hostname: host,
    port,
    dir: process.cwd(),
  });
  await app.prepare();
  const handle = app.getRequestHandler();
  const tooManyPages = pageLimit(environment().ratePages);
  const { baseUrl, trustProxy } = environment();
  const secure = baseUrl.startsWith("https://");
  const server = createServer((request, response) => {
    const answer: { status?: number } = {};
    holdHead(response);
    guardAnswer(request, response, { secure, answer });
    const refusal = earlyRefusal(request, { baseUrl, trustProxy });
    if (refusal) return refuse(response, refusal);
    const client = clientOf(request);
    if (tooManyPages(request, response, client)) return;
    request.headers["x-loquat-client"] = client;
    request.url = plainTarget(request.url ?? "/");
    withAnswer(answer, () => handle(request, response)).catch((error) => {
      log.error({ err: error }, "A request failed.");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.requestTimeout = 300_000;
  server.headersTimeout = 30_000;
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(port, host, listening);
  });
  return { stop: () => stopWeb(server, app) };
}

async function stopWeb(server: Server, app: { close(): Promise<void> }): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), 5_000);
  await closed;
  clearTimeout(late);
  await app.close();
}

/** Address of the client: what a trusted proxy says, else the peer. Never what a client says of itself. */
function clientOf(request: IncomingMessage): string {
  const peer = request.socket.remoteAddress ?? "unknown";
  if (!environment().trustProxy) return peer;
  const forwarded = request.headers["x-forwarded-for"];
  const chain = (Array.isArray(forwarded) ? forwarded.join(",") : (forwarded ?? ""))
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  // The proxy in front of us added the last one.
  return chain.at(-1) ?? peer;
}

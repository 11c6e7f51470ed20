import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { functions } from "@/inngest/index";
import { prepareSecrets } from "@/lib/domain/settings/stored-secrets";
import { readiness } from "@/lib/domain/tasks/readiness";
import { readCatalogueFolder } from "@/lib/platform/catalogue-folder";
import { closeDatabase } from "@/lib/platform/database";
import { EnvironmentError, environment, readEnvironment, setEnvironment } from "@/lib/platform/environment";
import { claimFileStore, FilesElsewhere } from "@/lib/platform/file-store-claim";
import { log } from "@/lib/platform/log";
import { outliveOutput } from "@/lib/platform/output";
import { isEmbedded, serveFunctions } from "@/lib/platform/queue";
import { keepRegistered } from "@/lib/platform/task-server";
import { Cleanup } from "./cleanup";
import { claimDataFolder, openDatabase, prepareDatabase, StartError } from "./database-server";
import { startWorker } from "./worker";

/** `npm run worker`: background work without pages, on a machine of its own. */

/** Runs until it is told to stop. Every failure to start is one line and exit code 1. */
export async function work(): Promise<void> {
  outliveOutput();
  const cleanup = new Cleanup();
  const stop = (code: number) => {
    setTimeout(() => process.exit(code || 1), 30_000).unref();
    void cleanup.run().finally(() => process.exit(code));
  };
  process.on("SIGINT", () => stop(0));
  process.on("SIGTERM", () => stop(0));
  // A promise that somebody forgot must not end the work of all others.
  process.on("unhandledRejection", (reason) =>
    log.error({ part: "worker", err: reason }, "A promise was rejected and not handled."),
  );
  try {
    await start(cleanup);
  } catch (error) {
    if (error instanceof StartError || error instanceof EnvironmentError || error instanceof FilesElsewhere)
      console.error(`Loquat: ${error.message}`);
    else console.error("The worker could not start:", error);
    stop(1);
  }
}

async function start(cleanup: Cleanup): Promise<void> {
  setEnvironment(readEnvironment());
  await readCatalogueFolder();
  const { databaseUrl, port, host } = environment();
  if (!databaseUrl)
    throw new StartError(
      "A worker of its own shares a PostgreSQL server with the web servers: set DATABASE_URL. Without it, npm start runs a worker, too.",
    );
  cleanup.add(claimDataFolder(port));
  const database = await openDatabase({ share: true });
  cleanup.add(() => database.stop());
  cleanup.add(() => closeDatabase());
  await prepareDatabase(database.url);
  await prepareSecrets();
  cleanup.add(await claimFileStore());
  const worker = await startWorker();
  cleanup.add(() => worker.stop());
  if (isEmbedded()) {
    console.log(`Worker ready: ${functions.length} functions.`);
    return;
  }
  cleanup.add(await serveToTaskServer(port, host));
  cleanup.add(keepRegistered(functions));
  console.log(`Worker ready: ${functions.length} functions for the task server at port ${port}.`);
}

/** A task server calls functions over HTTP, so there has to be somebody who answers. @returns ends it */
async function serveToTaskServer(port: number, host: string): Promise<() => Promise<void>> {
  const handle = serveFunctions(functions);
  const server = createServer((incoming, response) => {
    answer(handle, incoming, response).catch((error) => {
      log.error({ part: "tasks", err: error }, "A call of the task server failed.");
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.headersTimeout = 30_000;
  await new Promise<void>((listening, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      failed(new StartError(`Port ${port} on ${host} cannot be used (${error.code}). Set PORT to another one.`)),
    );
    server.listen(port, host, listening);
  });
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.closeIdleConnections();
    const late = setTimeout(() => server.closeAllConnections(), 5_000);
    await closed;
    clearTimeout(late);
  };
}

/** The task server repeats what functions have returned; more than this it never has. */
const MOST_BYTES = 40_000_000;

async function answer(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(incoming.url ?? "/", "http://loquat.worker");
  if (pathname === "/health") return void response.end("ok");
  if (pathname === "/ready") {
    const found = await readiness();
    response.writeHead(found.ready ? 200 : 503, { "content-type": "application/json" });
    return void response.end(JSON.stringify(found));
  }
  if (pathname !== "/api/inngest") return void response.writeHead(404).end();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MOST_BYTES) return void response.writeHead(413).end();
    parts.push(part);
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (typeof value === "string") headers.set(name, value);
  const { method = "GET" } = incoming;
  const body = method === "GET" || method === "HEAD" ? undefined : Buffer.concat(parts);
  const origin = environment().inngest.serveOrigin ?? environment().baseUrl;
  const given = await handle(new Request(new URL(incoming.url ?? "/", origin), { method, headers, body }));
  response.writeHead(given.status, Object.fromEntries(given.headers));
  response.end(Buffer.from(await given.arrayBuffer()));
}

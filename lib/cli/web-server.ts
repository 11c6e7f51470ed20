import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { guardAnswer } from "@/lib/api/answer-guard";
import { holdHead } from "@/lib/api/answer-length";
import { earlyRefusal } from "@/lib/api/early-refusals";
import { type HttpError, problemOf } from "@/lib/api/errors";
import { plainTarget } from "@/lib/api/request-line";
import { type Sayer, sayerFor } from "@/lib/api/sayer";
import { withAnswer } from "@/lib/platform/answer-status";
import { environment } from "@/lib/platform/environment";
import { log } from "@/lib/platform/log";
import { pageLimit } from "./page-limit";

/** The web server of one process. */

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Answers what no route would understand. */
function refuse(response: ServerResponse, error: HttpError, sayer: Sayer): void {
  const { status, headers, body } = problemOf(error, sayer);
  response.writeHead(status, { "content-type": "application/json", "content-language": sayer.language, ...headers });
  response.end(JSON.stringify(body));
}

/** Answers requests at the address of the environment until it is stopped; a stop lets running answers end. */
export async function startWeb(dev: boolean): Promise<{ stop(): Promise<void> }> {
  const { port, host, ratePages, baseUrl, trustProxy } = environment();
  const { default: next } = await import("next");
  const app = (
    next as unknown as (options: object) => {
      prepare(): Promise<void>;
      getRequestHandler(): Handler;
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
  const tooManyPages = pageLimit(ratePages);
  const secure = baseUrl.startsWith("https://");
  const server = createServer((request, response) => {
    const answer: { status?: number } = {};
    holdHead(response);
    guardAnswer(request, response, { secure, answer });
    const refusal = earlyRefusal(request, { baseUrl, trustProxy });
    if (refusal) return refuse(response, refusal, sayerFor(request.headers["accept-language"]));
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

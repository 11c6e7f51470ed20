import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { db, sql } from "@/lib/platform/database";
import { engineFetch } from "@/lib/platform/engine/api";
import { Engine } from "@/lib/platform/engine/engine";
import { acceptEvent } from "@/lib/platform/engine/router";
import { SENDER } from "@/lib/platform/engine/store";
import { serveFunctions } from "@/lib/platform/queue";
import { textRows } from "./text-rows";

/**
 * A task server as Loquat meets one: over HTTP, with keys, and without a memory of what came before the functions were
 * registered. Our own engine does its work, so that what is tried is the protocol and not the server's mind.
 */
export interface TaskServer {
  url: string;
  /** Addresses that functions were registered at, each time. */
  registered: string[];
  /** Names of events that no function was there for. */
  dropped: string[];
  /** Loses what it has to do for a run, as a server whose queue was in memory. */
  loseQueue(taskId: string): Promise<void>;
  /** Sends an event of its own. @returns its id */
  tell(name: string, data: Record<string, unknown>): Promise<string>;
  /** Forgets the functions. */
  forget(): void;
  close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += part;
  return text;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`;
}

/** How a signing key is shown to the server, as the SDK's specification says. */
function bearerOf(key: string): string {
  const [, prefix = "", hex = ""] = /^(signkey-\w+-)?(.*)$/.exec(key) ?? [];
  return `Bearer ${prefix}${createHash("sha256").update(Buffer.from(hex, "hex")).digest("hex")}`;
}

export async function openTaskServer(keys: { eventKey: string; signingKey: string }): Promise<TaskServer> {
  const state = { registered: [] as string[], dropped: [] as string[], forgot: false };
  let functions: string[] = [];
  let engine: Engine | undefined;
  let address = "";

  /** Calls the functions where they were registered. */
  async function call(request: Request): Promise<Response> {
    const target = new URL(address);
    target.search = new URL(request.url).search;
    const headers = new Headers(request.headers);
    headers.delete("host");
    const response = await fetch(target, { method: request.method, headers, body: await request.text() });
    return new Response(await response.text(), { status: response.status, headers: response.headers });
  }

  async function register(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = JSON.parse(await textOf(request)) as { url: string; functions: { name: string }[] };
    const { url } = given;
    if (request.headers.authorization !== bearerOf(keys.signingKey)) {
      response.writeHead(401).end("Authentication failed\n");
      return;
    }
    address = url;
    functions = given.functions.map(({ name }) => name);
    state.forgot = false;
    state.registered.push(url);
    if (!engine) {
      engine = new Engine({ handler: call, signingKey: keys.signingKey });
      await engine.start();
    }
    answer(response, 200, { ok: true, status: 200, modified: true });
  }

  /** What a server tells of itself, in the shapes that version 1.9 answers. */
  async function tell([kind, id = "", what]: string[], request: IncomingMessage, response: ServerResponse) {
    if (request.headers.authorization !== `Bearer ${keys.signingKey}`) {
      response.writeHead(401).end("Authentication failed\n");
      return;
    }
    const now = new Date().toISOString();
    const metadata = { fetched_at: now, cached_until: now };
    if (kind === "apps") {
      const known = engine && !state.forgot ? functions : [];
      return answer(
        response,
        200,
        known.map((name) => ({ id: `${id}-${name}`, name, archived_at: null })),
      );
    }
    if (what !== "jobs") {
      const column = kind === "events" ? sql`idem` : sql`id`;
      const [run] = await textRows<{ id: string; status: string }>(
        db,
        sql`select id, status from engine_runs where ${column} = ${id} order by started_at desc`,
      );
      const status = run && `${run.status[0]?.toUpperCase()}${run.status.slice(1)}`;
      const data = run ? [{ run_id: run.id, status, ended_at: run.status === "running" ? null : now }] : [];
      if (kind === "events") return answer(response, 200, { data, metadata });
      return answer(
        response,
        200,
        run ? { data: data[0], metadata } : { error: "Unable to load function run", data: null },
      );
    }
    const jobs = await textRows<{ id: string }>(db, sql`select id from engine_jobs where run_id = ${id}`);
    answer(response, 200, { data: jobs.map((job) => ({ JobID: job.id, kind: "start", attempt: 0 })), metadata });
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { pathname } = new URL(request.url ?? "/", "http://server");
    if (pathname.startsWith("/e/") && decodeURIComponent(pathname.slice(3)) !== keys.eventKey)
      return answer(response, 401, { error: "Event key not found", status: 401 });
    if (pathname.startsWith("/e/") && !engine) {
      const events = JSON.parse(body) as { id?: string; name: string }[];
      state.dropped.push(...events.map((event) => event.name));
      return answer(response, 200, { ids: events.map(({ id }, at) => id ?? String(at)), status: 200 });
    }
    if (pathname.startsWith("/v1/")) return tell(pathname.slice(4).split("/"), request, response);
    const headers = Object.entries(request.headers).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string",
    );
    const given = await engineFetch()(`http://server${pathname}`, { method: "POST", body, headers });
    response.writeHead(given.status, { "content-type": "application/json" }).end(await given.text());
  }

  const server = createServer((request, response) => {
    const work =
      request.url === "/health"
        ? Promise.resolve(answer(response, 200, { status: 200, message: "OK" }))
        : request.url?.startsWith("/fn/register")
          ? register(request, response)
          : receive(request, response);
    work.catch((error) => answer(response, 500, { error: String(error) }));
  });
  const url = await listen(server);
  return {
    registered: state.registered,
    dropped: state.dropped,
    url,
    async tell(name, data) {
      const id = randomUUID();
      await acceptEvent(SENDER, { id, name, data, ts: Date.now() });
      return id;
    },
    forget() {
      state.forgot = true;
    },
    async loseQueue(taskId) {
      await db.run(sql`delete from engine_jobs where run_id in (select id from engine_runs where idem = ${taskId})`);
    },
    async close() {
      await engine?.stop(0);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Serves functions over HTTP, as a web server of Loquat does. */
export async function openFunctions(
  functions: Parameters<typeof serveFunctions>[0],
): Promise<{ url: string; close(): Promise<void> }> {
  const handle = serveFunctions(functions);
  const server = createServer(async (incoming, response) => {
    const body = await textOf(incoming);
    const headers = Object.entries(incoming.headers).filter(
      (pair): pair is [string, string] => typeof pair[1] === "string",
    );
    const bare = incoming.method === "GET" || incoming.method === "HEAD";
    const given = await handle(
      new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method,
        headers,
        ...(bare ? {} : { body }),
      }),
    );
    response.writeHead(given.status, Object.fromEntries(given.headers)).end(await given.text());
  });
  const url = await listen(server);
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

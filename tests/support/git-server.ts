import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { environment, setEnvironment } from "@/lib/platform/environment";
import type { Upstream } from "./git";
import { OPEN } from "./outside";
import { runSmallBeside } from "./small-shell";

/** What is done before the server answers. */
type Act = () => unknown;

/** A bare repository behind HTTP, where its own hooks run and where others may come in between. */
export interface GitServer {
  url: string;
  /** Called once, before the next push is told what there is. */
  beforePush(act: Act): void;
  /** Called once, after the next push was told what there is and before it is taken. */
  duringPush(act: Act): void;
  /** What stands in the way of pushes: a script of `sh`, null for nothing. */
  hook(script: string | null): void;
  /** Answers what pushes send with this status; null for none. */
  refusePush(status: number | null): void;
  close(): Promise<void>;
}

/** Serves a repository with git's own program; until it is closed, hosts of this machine may be reached. */
export async function serveGit(upstream: Upstream): Promise<GitServer> {
  const acts: Record<"before" | "during", Act | undefined> = { before: undefined, during: undefined };
  let refused: number | null = null;
  const once = async (which: keyof typeof acts) => {
    const act = acts[which];
    acts[which] = undefined;
    await act?.();
  };
  const before = environment();
  setEnvironment({ ...before, privateRepositories: OPEN });
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (refused !== null && url.pathname.endsWith("/git-receive-pack")) {
      request.resume();
      response.writeHead(refused).end();
      return;
    }
    if (url.searchParams.get("service") === "git-receive-pack") await once("before");
    else if (url.pathname.endsWith("/git-receive-pack")) await once("during");
    await answerGit(upstream.url, url.pathname.replace(/^\/remote\.git/, ""), request, url, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/remote.git`,
    beforePush: (act) => {
      acts.before = act;
    },
    duringPush: (act) => {
      acts.during = act;
    },
    hook(script) {
      const file = join(upstream.url, "hooks", "pre-receive");
      writeFileSync(file, `#!/bin/sh\n${script ?? "exit 0"}\n`);
      chmodSync(file, 0o755);
    },
    refusePush: (status) => {
      refused = status;
    },
    close: () =>
      new Promise((closed) => {
        setEnvironment(before);
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Answers a request with git's own program. @param path of the request within the repository */
export async function answerGit(
  folder: string,
  path: string,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const { stdout } = await runSmallBeside({
    program: "git",
    parameters: ["http-backend"],
    input: await buffer(request),
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROJECT_ROOT: folder,
      PATH_INFO: path,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REMOTE_USER: "somebody",
    },
  });
  const end = stdout.indexOf("\r\n\r\n");
  const head = stdout.subarray(0, end).toString("latin1").split("\r\n");
  const headers = head.map((line) => line.split(/: (.*)/).slice(0, 2) as [string, string]);
  const status = Number(headers.find(([name]) => name === "Status")?.[1]?.slice(0, 3) ?? 200);
  response.writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== "Status")));
  response.end(stdout.subarray(end + 4));
}

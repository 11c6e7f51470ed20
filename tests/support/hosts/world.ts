import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { git, makeUpstream, type Upstream } from "../git";
import { answerGit } from "../git-server";
import { OPEN } from "../outside";

/** A code host: real repositories behind HTTP, requests between their branches, and an API that speaks like one of them. */

export const ACCOUNT = { username: "loquat-bot", token: "s3cret-t0ken" };

export interface WorldRequest {
  number: number;
  state: "open" | "merged" | "closed";
  title: string;
  text: string;
  target: string;
  targetBranch: string;
  source: string;
  sourceBranch: string;
}

export interface ApiCall {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface ApiAnswer {
  status: number;
  body?: unknown;
  /** A sentence in place of JSON. */
  text?: string;
}

/** How a kind of host speaks. */
export interface Dialect {
  kind: string;
  /** What all paths of the API begin with. */
  base: string;
  /** Path of the API's address, where it is another one. */
  api?: string;
  /** Name of a fork that the account makes of `org/app`, when it is not `app`. */
  ownFork?: string;
  /** User name for git, when it is not the account's. */
  gitUser?: string;
  /** False where the API does not tell of conflicts. */
  tellsConflicts?: boolean;
  /** Whether requests can be merged by the host itself. */
  mergesItself?: boolean;
  /** False where a fork cannot have another name than what it is a fork of. */
  namesForks?: boolean;
  /** What its JSON begins with. */
  guard?: string;
  /** Path of a repository's address. */
  gitPath?(repository: string): string;
  allowed(headers: IncomingHttpHeaders): boolean;
  /** What is answered to a wrong token. */
  unauthorized: ApiAnswer;
  routes: readonly (readonly [method: string, path: RegExp, answer: (at: At) => ApiAnswer])[];
}

export interface At {
  world: HostWorld;
  call: ApiCall;
  /** What the pattern of the path has caught, decoded. */
  names: string[];
}

export const ok = (body: unknown, status = 200): ApiAnswer => ({ status, body });

export class HostWorld {
  url = "";
  readonly requests: WorldRequest[] = [];
  readonly calls: ApiCall[] = [];
  /** Repositories by path, with the one that each is a fork of. */
  readonly repositories = new Map<string, { id: number; upstream: Upstream; parent?: string }>();
  /** What is answered in place of the API's answers: to the calls that it fits. */
  refuse?: { when(call: ApiCall): boolean; answer: ApiAnswer & { headers?: Record<string, string> } };
  /** Calls whose answer gets lost, after what they ask for was done. */
  lose?: (call: ApiCall) => boolean;
  /** Whether requests have to wait for checks before they can be merged. */
  checks = true;
  /** Numbers of requests that are merged when their checks have passed. */
  readonly automatic = new Set<number>();
  /** How many requests of git a new fork answers like one that is not there. */
  slowForks = 0;
  private readonly folder = mkdtempSync(join(tmpdir(), "loquat-host-"));

  constructor(
    readonly dialect: Dialect,
    files: Record<string, string | Buffer>,
  ) {
    this.repositories.set("org/app", { id: 1, upstream: makeUpstream(files) });
  }

  get host(): string {
    return new URL(this.url).host;
  }

  get api(): string {
    return this.url + (this.dialect.api ?? this.dialect.base);
  }

  get upstream(): Upstream {
    return this.of("org/app");
  }

  of(path: string): Upstream {
    const found = this.repositories.get(path);
    if (!found) throw new Error(`There is no repository ${path}.`);
    return found.upstream;
  }

  /** Address of a repository for git. */
  address(path = "org/app"): string {
    return this.url + (this.dialect.gitPath?.(path) ?? `/${path}.git`);
  }

  /** Makes a repository: a copy of another one, or one of its own. */
  fork(from: string, to: string, parent: string | undefined = from): void {
    const bare = join(this.folder, `${this.repositories.size}.git`);
    cpSync(this.of(from).url, bare, { recursive: true });
    const upstream: Upstream = {
      url: bare,
      commit: () => {
        throw new Error("Commit in the repository that this is a fork of.");
      },
      commitBehind: () => {
        throw new Error("Commit in the repository that this is a fork of.");
      },
      read: (path) => git(bare, "show", `main:${path}`),
      git: (...command) => git(bare, ...command),
    };
    this.repositories.set(to, { id: this.repositories.size + 1, upstream, parent });
  }

  /** Opens a request as the API was asked to; undefined where there is one or the branch does not exist. */
  open(asked: Omit<WorldRequest, "number" | "state">): WorldRequest | undefined {
    const twin = this.requests.find((one) => one.state === "open" && sameBranches(one, asked));
    if (twin || !this.head(asked)) return undefined;
    const made: WorldRequest = { ...asked, number: this.requests.length + 1, state: "open" };
    this.requests.push(made);
    return made;
  }

  find(number: string | undefined): WorldRequest | undefined {
    return this.requests.find((one) => String(one.number) === number);
  }

  /** Brings the branch of a request into its target's repository and gives its commit. */
  head({ target, source, sourceBranch }: Pick<WorldRequest, "target" | "source" | "sourceBranch">): string | undefined {
    const there = this.of(source);
    const found = there.git("for-each-ref", "--format=%(objectname)", `refs/heads/${sourceBranch}`).trim();
    if (found && source !== target) this.of(target).git("fetch", "--quiet", there.url, found);
    return found || undefined;
  }

  /** Whether git could not merge the request now. */
  conflicts(request: WorldRequest): boolean {
    const head = request.state === "open" ? this.head(request) : undefined;
    if (!head) return false;
    try {
      this.of(request.target).git("merge-tree", "--write-tree", request.targetBranch, head);
      return false;
    } catch {
      return true;
    }
  }

  /** Takes a request as its maintainers would. */
  merge(number: number, how: "merge" | "squash" = "merge"): void {
    const request = this.find(String(number));
    const head = request && this.head(request);
    if (!request || !head) throw new Error(`There is no request ${number} to merge.`);
    const target = this.of(request.target);
    const tree = target.git("merge-tree", "--write-tree", request.targetBranch, head).trim();
    const parents = ["-p", request.targetBranch, ...(how === "merge" ? ["-p", head] : [])];
    const made = target.git("commit-tree", tree, ...parents, "-m", `${request.title} (#${number})`).trim();
    target.git("update-ref", `refs/heads/${request.targetBranch}`, made);
    request.state = "merged";
  }

  /** Merges a request by itself: when its checks have passed, or now where there are none. */
  mergeWhenReady(number: number): void {
    if (this.checks) this.automatic.add(number);
    else this.merge(number);
  }

  /** Ends the checks of all requests well. */
  pass(): void {
    for (const number of this.automatic) this.merge(number);
    this.automatic.clear();
  }

  close(number: number): void {
    const request = this.find(String(number));
    if (request) request.state = "closed";
  }

  answer(call: ApiCall): ApiAnswer & { headers?: Record<string, string> } {
    if (this.refuse?.when(call)) return this.refuse.answer;
    if (!this.dialect.allowed(call.headers)) return this.dialect.unauthorized;
    for (const [method, pattern, handle] of this.dialect.routes) {
      const match = method === call.method ? pattern.exec(call.path.slice(this.dialect.base.length)) : null;
      if (match) return handle({ world: this, call, names: match.slice(1).map((name) => decodeURIComponent(name)) });
    }
    return { status: 404, body: { message: "Not Found" } };
  }

  /** The repository that a request of git means, and what stands behind its address. */
  repositoryAt(path: string): { name: string; folder: string; rest: string } | undefined {
    for (const [name, { upstream }] of this.repositories) {
      const base = this.dialect.gitPath?.(name) ?? `/${name}.git`;
      if (path.startsWith(`${base}/`)) return { name, folder: upstream.url, rest: path.slice(base.length) };
    }
    return undefined;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const sameBranches = (one: Omit<WorldRequest, "number" | "state">, other: typeof one): boolean =>
  (["target", "targetBranch", "source", "sourceBranch"] as const).every((name) => one[name] === other[name]);

export interface CodeHostServer {
  world: HostWorld;
  close(): Promise<void>;
}

/** Serves a code host with the repository `org/app`; until it is closed, hosts of this machine may be reached. */
export async function serveCodeHost(dialect: Dialect, files: Record<string, string | Buffer>): Promise<CodeHostServer> {
  const world = new HostWorld(dialect, files);
  const before = environment();
  setEnvironment({ ...before, privateRepositories: OPEN });
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    if (!world.repositoryAt(url.pathname) && url.pathname.startsWith(`${dialect.base}/`))
      void serveApi(world, request, url, response);
    else void serveGitOf(world, request, url, response);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  world.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    world,
    close: () =>
      new Promise((closed) => {
        setEnvironment(before);
        world.remove();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

async function serveApi(world: HostWorld, request: IncomingMessage, url: URL, response: ServerResponse) {
  let text = "";
  for await (const piece of request) text += piece;
  const form = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
  const body = form ? Object.fromEntries(new URLSearchParams(text)) : text === "" ? {} : JSON.parse(text);
  const call = {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  };
  world.calls.push(call);
  const { status, body: told, text: sentence, headers } = world.answer(call);
  if (world.lose?.(call)) {
    response.destroy();
    return;
  }
  const type = sentence === undefined ? "application/json" : "text/plain;charset=utf-8";
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(sentence ?? (told === undefined ? undefined : (world.dialect.guard ?? "") + JSON.stringify(told)));
}

/** Everybody may fetch; whoever pushes needs the account. */
async function serveGitOf(
  world: HostWorld,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const found = world.repositoryAt(url.pathname);
  if (found && found.name !== "org/app" && world.slowForks > 0) {
    world.slowForks--;
    response.writeHead(404).end();
    return;
  }
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  const pushing = `${url.pathname}${url.search}`.includes("git-receive-pack");
  const basic = `Basic ${Buffer.from(`${world.dialect.gitUser ?? ACCOUNT.username}:${ACCOUNT.token}`).toString("base64")}`;
  if (pushing && request.headers.authorization !== basic) {
    response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
    return;
  }
  await answerGit(found.folder, found.rest, request, url, response);
}

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { dataFolder } from "../environment";
import { log } from "../log";
import { hasCommit } from "./git-bundle";
import { BOUNDED_GIT, CONFIG, environmentFor } from "./git-command";
import { isPartial } from "./git-origin";

/**
 * Gives a repository to other people's git, by its own `upload-pack`. They see a folder made for one request: one branch at
 * one commit, and the objects of the working copy, so that nothing which is going on there is seen half done.
 */

/** What is given: one branch at one commit of a working copy. */
export interface GivenBranch {
  folder: string;
  branch: string;
  commit: string;
}

interface Asked {
  /** What the client has sent; without it, it is told which branches there are. */
  body?: Uint8Array;
  /** The header `Git-Protocol`. */
  protocol?: string | null;
  /** Ends the work when the client is gone. */
  signal?: AbortSignal;
}

/** Calls at a time; each may take a processor and some hundred megabytes. */
const AT_ONCE = 4;
/** Calls that may wait, and how long, in milliseconds. */
const MOST_WAITING = 40;
const PATIENCE = 30_000;
/** Milliseconds: how long a client may take nothing, and how long all of it may last. */
const IDLE = 120_000;
const LONGEST = 60 * 60_000;
/** Kilobytes of memory of each process. */
const MEMORY = 2048 * 1024;

const SETTINGS = [
  "uploadpack.allowFilter=true",
  // Other filters make the server work much harder than the client.
  "uploadpackfilter.allow=false",
  "uploadpackfilter.blob:none.allow=true",
  "uploadpackfilter.blob:limit.allow=true",
  "uploadpackfilter.tree.maxDepth=0",
  "pack.threads=1",
  "pack.windowMemory=64m",
];

/** Too many ask at once. */
export class ServesOthers extends Error {
  override readonly name = "ServesOthers";
}

let running = 0;
const waiting: { enter(): void }[] = [];

async function enter(): Promise<void> {
  if (running < AT_ONCE) {
    running++;
    return;
  }
  if (waiting.length >= MOST_WAITING) throw new ServesOthers();
  await new Promise<void>((entered, refused) => {
    const one = {
      enter() {
        clearTimeout(late);
        entered();
      },
    };
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(one), 1);
      refused(new ServesOthers());
    }, PATIENCE);
    waiting.push(one);
  });
}

function leave(): void {
  const next = waiting.shift();
  // The place is handed on, or given back.
  if (next) next.enter();
  else running--;
}

/**
 * Answers a fetch, piece by piece.
 * @throws ServesOthers when no place was free in time
 */
export async function uploadPack(given: GivenBranch, asked: Asked): Promise<AsyncGenerator<Uint8Array>> {
  await enter();
  const folder = join(dataFolder("exports"), randomUUID());
  const done = () => {
    leave();
    rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
      log.warn(error, "A folder was left behind."),
    );
  };
  let child: Served;
  try {
    await makeView(given, folder);
    child = await start(folder, asked);
  } catch (error) {
    done();
    throw error;
  }
  const watch = new Watch(child, asked.signal);
  // Not when all is read: whoever asked may be gone, and nobody reads on, or has ever begun to.
  child.once("exit", () => {
    watch.stop();
    done();
  });
  return read(child, watch);
}

/** Ends a call that takes too long, or that nobody waits for. */
class Watch {
  private readonly longest: NodeJS.Timeout;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly child: Served,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.longest = setTimeout(this.end, LONGEST);
    this.moved();
    signal?.addEventListener("abort", this.end, { once: true });
    if (signal?.aborted) this.end();
  }

  /** To be called when the client has taken something. */
  moved(): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(this.end, IDLE);
  }

  readonly end = (): void => {
    const { pid, exitCode, signalCode } = this.child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  };

  stop(): void {
    clearTimeout(this.idle);
    clearTimeout(this.longest);
    this.signal?.removeEventListener("abort", this.end);
  }
}

/** Whether the working copy is there, and has the commit with all that it is made of. */
export async function canGive({ folder, commit }: GivenBranch): Promise<boolean> {
  return existsSync(join(folder, ".git")) && !(await isPartial(folder)) && hasCommit(folder, commit);
}

/** Makes the folder that a client sees. */
async function makeView({ folder, branch, commit }: GivenBranch, into: string): Promise<void> {
  await sweep();
  await mkdir(join(into, "refs"), { recursive: true, mode: 0o700 });
  await mkdir(join(into, "objects", "info"), { recursive: true });
  await writeFile(join(into, "objects", "info", "alternates"), `${join(folder, ".git", "objects")}\n`);
  await writeFile(join(into, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  await writeFile(join(into, "HEAD"), `ref: refs/heads/${branch}\n`);
  await writeFile(join(into, "packed-refs"), `${commit} refs/heads/${branch}\n`);
  // Where the history ends that the remote gave us.
  await copyFile(join(folder, ".git", "shallow"), join(into, "shallow")).catch(() => {});
}

let swept = false;

/** Removes what a process left behind that was killed. */
async function sweep(): Promise<void> {
  if (swept) return;
  swept = true;
  const all = dataFolder("exports");
  for (const name of await readdir(all)) {
    const left = await stat(join(all, name)).catch(() => undefined);
    if (left && Date.now() - left.mtimeMs > 2 * LONGEST) await rm(join(all, name), { recursive: true, force: true });
  }
}

type Served = ChildProcessByStdio<Writable, Readable, null>;

async function start(folder: string, { body, protocol }: Asked): Promise<Served> {
  const settings = [...CONFIG, ...SETTINGS].flatMap((setting) => ["-c", setting]);
  const kind = body ? [] : ["--http-backend-info-refs"];
  const [program, ...script] = BOUNDED_GIT ?? ["git"];
  const words = [...settings, "upload-pack", "--strict", "--stateless-rpc", ...kind, "--timeout=60", folder];
  const env: Record<string, string> = { ...environmentFor(folder), LOQUAT_GIT_MEMORY: String(MEMORY) };
  if (protocol && /^version=[12]$/.test(protocol)) env.GIT_PROTOCOL = protocol;
  const child: Served = spawn(/*turbopackIgnore: true*/ program, [...script, ...words], {
    env: env as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "ignore"],
    // With all that it starts it is one group, which ends as one.
    detached: true,
  });
  await once(child, "spawn");
  // What nobody listens to is thrown away by Node.js when the process ends, and it may end before anybody reads.
  child.stdout.on("readable", () => {});
  // It may refuse what was asked before it has read all of it.
  child.stdin.on("error", () => {});
  child.stdin.end(body ?? "");
  return child;
}

async function* read(child: Served, watch: Watch): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of child.stdout) {
      yield piece;
      if (child.exitCode === null && child.signalCode === null) watch.moved();
    }
  } finally {
    watch.end();
  }
}

import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { whileWaiting } from "../waiting";
import { cleanOutput } from "./addresses";
import { BOUNDED_GIT, type ToolOptions, tool } from "./git-command";
import type { GitRemote } from "./git-remote";
import { VcsError } from "./vcs";

/**
 * Calls of git that talk to a server of somebody else, who may send without end or not at all. Such a call has limits of
 * memory and of file size, and when it fails, nothing that it started goes on.
 */

/** Kilobytes: of a list of branches, and of a fetch or push. */
const MEMORY = { list: 512 * 1024, transfer: 2048 * 1024 };
/** Lists of branches that are read at a time; one waits for a server for up to 45 seconds. */
const LISTS = 4;

/** Every process that a call starts has this variable. */
const CALL = "LOQUAT_GIT_CALL";

type Options = Pick<ToolOptions, "progress" | "signal" | "block" | "env" | "config">;

/** Runs git; gives its output. @param kind a list of branches, or anything that brings or takes objects */
export async function callRemote(
  kind: "list" | "transfer",
  folder: string,
  remote: GitRemote,
  words: readonly string[],
  options: Options = {},
): Promise<string> {
  if (kind === "transfer")
    return whileWaiting(({ signal, progress }) =>
      call(kind, folder, remote, words, { ...options, signal, progress: options.progress ?? progress }),
    );
  return inLine(() => call(kind, folder, remote, words, { block: 45_000, ...options }));
}

async function call(
  kind: "list" | "transfer",
  folder: string,
  remote: GitRemote,
  words: readonly string[],
  options: Options,
): Promise<string> {
  const id = randomUUID();
  const env = { ...options.env, [CALL]: id, LOQUAT_GIT_MEMORY: String(MEMORY[kind]) };
  try {
    const given = options.progress ? withProgress(words) : words;
    return await tool(folder, { ...options, remote, env, program: BOUNDED_GIT }).raw(...given);
  } catch (error) {
    await endCall(id);
    throw told(error, remote);
  } finally {
    await remote.leave?.();
  }
}

/** simple-git asks for progress at the end of the words, where git takes it for a branch. */
function withProgress(words: readonly string[]): readonly string[] {
  const [command = "", ...more] = words;
  const tells = (command === "fetch" || command === "push") && !more.includes("--progress");
  return tells ? [command, "--progress", ...more] : words;
}

/** What the server itself has said. */
const wordsOf = (output: string): string =>
  [...output.matchAll(/^remote: ?(.+)$/gm)].map(([, words]) => words).join("\n");

/** An error without what lets somebody in, and with the account that the server did not take. */
function told(error: unknown, { url, secrets, accountOf }: GitRemote): unknown {
  if (!(error instanceof Error)) return error;
  // What it says to readers of other languages is made of addresses without accounts.
  for (const secret of secrets) error.message = error.message.replaceAll(secret, "***");
  if (
    accountOf === undefined ||
    !/could not read (Username|Password)|Authentication failed|HTTP 40[13]|error: 40[13]/i.test(error.message)
  )
    return error;
  return new VcsError(
    "authentication",
    refusal("vcsAccount", { place: withoutCredentials(url), host: accountOf }),
    cleanOutput(error.message),
    { kind: "credentials", words: wordsOf(cleanOutput(error.message)) },
  );
}

let listing = 0;
const line: (() => void)[] = [];

async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (listing >= LISTS) await new Promise<void>((turn) => line.push(turn));
  else listing++;
  try {
    return await work();
  } finally {
    const next = line.shift();
    // The place is handed on, or given back.
    if (next) next();
    else listing--;
  }
}

/**
 * Ends what a call has left running: git is ended when it has been silent for too long, and its helpers are not its
 * to end. They are found by the variable, on systems that show the variables of a process (Linux).
 */
async function endCall(id: string): Promise<void> {
  // Whoever was starting another process meanwhile is found in the next round.
  for (let round = 0; round < 10; round++) {
    const left = await processesOf(id);
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It has ended by itself.
      }
    }
    await pause(20);
  }
}

async function processesOf(id: string): Promise<number[]> {
  const mark = `${CALL}=${id}`;
  const names = await readdir("/proc").catch(() => []);
  const own = names.map(Number).filter((pid) => Number.isSafeInteger(pid) && pid !== process.pid);
  const found = await Promise.all(
    own.map(async (pid) => {
      const variables = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
      return variables.split("\0").includes(mark) ? [pid] : [];
    }),
  );
  return found.flat();
}

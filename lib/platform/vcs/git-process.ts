import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { environment } from "../environment";
import type { GitAnswer, GitCall, GitCallMessage } from "./git-calls";
import type { Progress } from "./vcs";

/**
 * Git is started by a small process of its own. Starting a process copies the page tables of the one that starts it, and
 * stops it meanwhile: with a heap of 400 MB that is 17 ms for each of the dozens of commands of a push, from here 2 ms.
 */

/** What git printed was more than the call allows. */
export class TooMuchOutput extends Error {
  override readonly name = "TooMuchOutput";
}

interface Waiting {
  progress?: Progress;
  done(output: string | Uint8Array): void;
  failed(error: Error): void;
}

/** An idle process is ended after this time. */
const IDLE_MS = 60_000;

/** The program; `lib/cli/prepare.mjs` makes it. */
const program = () => resolve(/*turbopackIgnore: true*/ process.cwd(), ".loquat", "git.cjs");

class GitProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private timer: NodeJS.Timeout | undefined;
  ended = false;

  constructor() {
    this.child = fork(/*turbopackIgnore: true*/ program(), [], {
      execArgv: [],
      // No secret of the environment has a use here; git is given its variables with each call.
      env: { NODE_ENV: environment().mode },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.child.on("message", (answer) => this.take(answer as GitAnswer));
    this.child.on("error", (error) => this.end(error));
    this.child.on("exit", () => this.end(new Error("The process that runs git ended.")));
    this.hold(false);
  }

  ask(call: GitCall, waiting: Waiting, signal?: AbortSignal): void {
    clearTimeout(this.timer);
    const id = ++this.last;
    signal?.addEventListener("abort", () => this.send(id, { id, end: true }), { once: true });
    this.waiting.set(id, waiting);
    this.hold(true);
    this.send(id, { id, call });
  }

  private send(id: number, message: GitCallMessage): void {
    if (!this.waiting.has(id)) return;
    this.child.send(message, (error) => {
      if (error && this.waiting.has(id)) this.end(error);
    });
  }

  private take(answer: GitAnswer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    if (answer.kind === "progress") {
      waiting.progress?.(answer.stage, answer.percent);
      return;
    }
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) {
      this.hold(false);
      this.timer = setTimeout(() => this.end(), IDLE_MS).unref();
    }
    if (answer.kind === "done") waiting.done(answer.output);
    else waiting.failed(answer.tooMuch ? new TooMuchOutput(answer.message) : new Error(answer.message));
  }

  /** Whether this process stays alive for the sake of the other one. */
  private hold(wanted: boolean): void {
    const how = wanted ? "ref" : "unref";
    this.child[how]();
    this.child.channel?.[how]();
  }

  private end(why = new Error("The process that runs git was ended.")): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    this.child.kill("SIGKILL");
    this.hold(false);
    for (const { failed } of this.waiting.values()) failed(why);
    this.waiting.clear();
  }
}

let running: GitProcess | undefined;

interface Watch {
  progress?: Progress;
  /** Ends the call. */
  signal?: AbortSignal;
}

/** Runs git. @throws Error with what git printed when it fails; TooMuchOutput */
export function runGit(call: GitCall & { bytes: true }, watch?: Watch): Promise<Buffer>;
export function runGit(call: GitCall & { bytes: false }, watch?: Watch): Promise<string>;
export async function runGit(call: GitCall, { progress, signal }: Watch = {}): Promise<string | Buffer> {
  signal?.throwIfAborted();
  if (!running || running.ended) running = new GitProcess();
  const process = running;
  const output = await new Promise<string | Uint8Array>((done, failed) =>
    process.ask(call, { progress, done, failed }, signal),
  );
  return typeof output === "string" ? output : Buffer.from(output.buffer, output.byteOffset, output.byteLength);
}

import { type ChildProcess, fork } from "node:child_process";
import { resolve } from "node:path";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { environment } from "../environment";
import type { JobAnswer, JobMessage } from "./reader-job";

/**
 * Readers: processes for what would stop the event loop, which is reading, converting and writing files from outside.
 * A reader has a heap and a time of its own; one that needs more is ended, and nothing else with it. They are no threads,
 * as a thread that uses up its heap in one go takes its whole process along.
 */

/** Why a job was not done: it needed too much, or too many others were waiting. */
export class ReaderLimit extends Error {
  override readonly name = "ReaderLimit";
  constructor(
    readonly kind: "time" | "memory" | "queue",
    message: string,
  ) {
    super(message);
  }
}

/** Whether an error is a limit's, whichever copy of this module made the pool: pages and routes are bundled apart. */
export function isReaderLimit(error: unknown): error is ReaderLimit {
  return error instanceof Error && error.name === "ReaderLimit";
}

/** What is said of a file that met a limit of time or memory. */
export function limitSentence({ kind }: ReaderLimit): Refusal {
  return kind === "time"
    ? refusal("readTime", { most: FILE_LIMITS.seconds })
    : refusal("readMemory", { most: FILE_LIMITS.megabytes });
}

export interface ReaderLimits {
  seconds: number;
  /** Megabytes of objects. Files themselves do not count; their size is bounded elsewhere. */
  megabytes: number;
}

/** What one file may cost. */
export const FILE_LIMITS: ReaderLimits = { seconds: 90, megabytes: 1024 };

/** Who waits for a job: a request, or a task that works through the files of a repository. */
export type JobLine = "request" | "task";

/** Two of each line, so that one slow file never stops all others; and one more in all, so that no line waits for the other. */
const MOST_OF_LINE = 2;
const MOST_READERS = 3;
/** Requests that may wait. Tasks are few, and wait for as long as they must. */
const MOST_WAITING = 50;
const MOST_ANSWER_BYTES = 800_000_000;
/** An idle reader is ended after this time. */
const IDLE_MS = 20_000;

export interface JobOutcome<Value> {
  value: Value;
  bytes: Uint8Array[];
  /** Pieces of the items, as JSON. */
  pieces: Uint8Array[];
}

interface Ticket {
  message: JobMessage;
  limits: ReaderLimits;
  line: JobLine;
  done(outcome: JobOutcome<unknown>): void;
  failed(error: Error): void;
}

/** The program of the readers; `lib/cli/prepare.mjs` makes it. */
const program = () => resolve(/*turbopackIgnore: true*/ process.cwd(), ".loquat", "reader.cjs");

class Reader {
  private readonly child: ChildProcess;
  private ticket: Ticket | undefined;
  private pieces: Uint8Array[] = [];
  private size = 0;
  private timer: NodeJS.Timeout | undefined;
  ended = false;

  constructor(
    private readonly megabytes: number,
    private readonly free: (reader: Reader) => void,
  ) {
    this.child = fork(/*turbopackIgnore: true*/ program(), [], {
      // Deep files need more stack than usual; every system gives a process 8 MB.
      execArgv: [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=16", "--stack-size=3900"],
      // No secret of the environment has a use here.
      env: { NODE_ENV: environment().mode },
      serialization: "advanced",
      // What is said when the heap is used up is of no use to anybody.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.child.on("message", (answer) => this.take(answer as JobAnswer));
    this.child.on("error", (error) => this.end(error));
    this.child.on("exit", (code, signal) => {
      // Nothing but memory makes the program of a reader end by itself.
      const memory = signal !== null || code === 133 || code === 134;
      this.end(memory ? this.tooMuch("memory") : new Error(`A reader ended before its job (${code}).`));
    });
    this.hold(false);
  }

  /** Whether this process stays alive for the sake of the reader. */
  private hold(wanted: boolean): void {
    const how = wanted ? "ref" : "unref";
    this.child[how]();
    this.child.channel?.[how]();
  }

  private tooMuch(kind: "time" | "memory"): ReaderLimit {
    const limit = kind === "time" ? `${this.ticket?.limits.seconds} seconds` : `${this.megabytes} MB of memory`;
    return new ReaderLimit(kind, `It takes more than ${limit}.`);
  }

  fits(limits: ReaderLimits): boolean {
    return this.megabytes === limits.megabytes;
  }

  run(ticket: Ticket): void {
    clearTimeout(this.timer);
    this.ticket = ticket;
    this.pieces = [];
    this.size = 0;
    this.hold(true);
    this.timer = setTimeout(() => this.end(this.tooMuch("time")), ticket.limits.seconds * 1000);
    this.child.send(ticket.message, (error) => {
      if (error && this.ticket === ticket) this.end(error);
    });
  }

  private take(answer: JobAnswer): void {
    const { ticket } = this;
    if (!ticket) return;
    if (answer.kind === "items") {
      this.pieces.push(answer.json);
      this.size += answer.json.byteLength;
      if (this.size > MOST_ANSWER_BYTES) this.end(this.tooMuch("memory"));
      return;
    }
    clearTimeout(this.timer);
    this.ticket = undefined;
    this.hold(false);
    this.timer = setTimeout(() => this.end(), IDLE_MS).unref();
    if (answer.kind === "done") ticket.done({ value: answer.value, bytes: answer.bytes, pieces: this.pieces });
    else ticket.failed(Object.assign(new Error(answer.message), { stack: answer.stack }));
    this.pieces = [];
    this.free(this);
  }

  /** Ends the reader, and with it the job that it does. */
  end(why?: Error): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    const { ticket } = this;
    this.ticket = undefined;
    this.child.kill("SIGKILL");
    this.hold(false);
    if (ticket) ticket.failed(why ?? new Error("The reader was ended."));
    this.free(this);
  }
}

class Pool {
  private readonly idle: Reader[] = [];
  private readonly busy = new Map<Reader, JobLine>();
  private waiting: Ticket[] = [];

  ask(ticket: Ticket): void {
    const before = this.waiting.filter(({ line }) => line === "request").length;
    if (ticket.line === "request" && before >= MOST_WAITING) {
      ticket.failed(new ReaderLimit("queue", "Too many files are waiting to be read."));
      return;
    }
    this.waiting.push(ticket);
    this.next();
  }

  /** The first that waits in a line which has a reader left. */
  private ready(): Ticket | undefined {
    if (this.busy.size >= MOST_READERS) return undefined;
    const lines = [...this.busy.values()];
    return this.waiting.find(({ line }) => lines.filter((one) => one === line).length < MOST_OF_LINE);
  }

  private next(): void {
    for (let ticket = this.ready(); ticket; ticket = this.ready()) {
      const { limits, line } = ticket;
      this.waiting = this.waiting.filter((other) => other !== ticket);
      const at = this.idle.findIndex((reader) => reader.fits(limits));
      const [found] = at < 0 ? [] : this.idle.splice(at, 1);
      const reader = found ?? new Reader(limits.megabytes, (done) => this.free(done));
      this.busy.set(reader, line);
      reader.run(ticket);
    }
  }

  private free(reader: Reader): void {
    this.busy.delete(reader);
    const at = this.idle.indexOf(reader);
    if (reader.ended && at >= 0) this.idle.splice(at, 1);
    else if (!reader.ended && at < 0) this.idle.push(reader);
    this.next();
  }
}

const slot = Symbol.for("loquat.readers");
const shared = globalThis as { [slot]?: Pool };

/**
 * Does a job of `lib/cli/reader.ts` in a process of its own.
 * @param line who waits for it
 * @throws ReaderLimit; Error with the message of what the job threw
 */
export function runJob<Value>(
  job: string,
  input: unknown,
  limits: ReaderLimits = FILE_LIMITS,
  line: JobLine = "request",
): Promise<JobOutcome<Value>> {
  shared[slot] ??= new Pool();
  const pool = shared[slot];
  return new Promise((done, failed) => {
    pool.ask({ message: { job, input }, limits, line, done: done as Ticket["done"], failed });
  });
}

/** The items of a job, piece by piece; whatever else waits goes first before each. */
export async function* itemsOf<Item>(pieces: Uint8Array[]): AsyncGenerator<Item[]> {
  while (pieces.length > 0) {
    await new Promise((done) => setImmediate(done));
    yield JSON.parse(Buffer.from(pieces.shift() as Uint8Array).toString()) as Item[];
  }
}

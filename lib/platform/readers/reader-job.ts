import { setPriority } from "node:os";

/** The inner side of a reader: what a job is, and the loop that does one after the other. */

/** What a job gives back. */
export interface JobResult {
  /** A small value, copied. */
  value?: unknown;
  /** Many things; they travel as JSON, some hundred at a time. */
  items?: Iterable<unknown>;
  /** Whole files. */
  bytes?: readonly Uint8Array[];
}

export type Job = (input: never) => JobResult | Promise<JobResult>;

export interface JobMessage {
  job: string;
  input: unknown;
}

/** Pieces of the items, then one of the other two. */
export type JobAnswer =
  | { kind: "items"; json: Uint8Array }
  | { kind: "done"; value: unknown; bytes: Uint8Array[] }
  | { kind: "failed"; message: string; stack: string };

/** Items and characters of JSON in one piece: few enough to be read in some milliseconds. */
const PIECE = 500;
const PIECE_CHARACTERS = 500_000;

/** Does jobs as they come, one at a time, behind everything else that this machine has to do. */
export function serveJobs(jobs: Readonly<Record<string, Job>>): void {
  if (!process.send) throw new Error("This program can only be started by Loquat.");
  setPriority(0, 10);
  // Whoever asked has gone.
  process.on("disconnect", () => process.exit());
  process.on("message", async (message) => {
    const { job, input } = message as JobMessage;
    try {
      const work = jobs[job];
      if (!work) throw new Error(`Unknown job ${job}.`);
      const { value, items = [], bytes = [] } = await work(input as never);
      let piece: string[] = [];
      let characters = 0;
      const flush = async () => {
        await send({ kind: "items", json: Buffer.from(`[${piece.join(",")}]`) });
        piece = [];
        characters = 0;
      };
      for (const item of items) {
        const json = JSON.stringify(item);
        characters += json.length;
        if (piece.push(json) >= PIECE || characters >= PIECE_CHARACTERS) await flush();
      }
      if (piece.length > 0) await flush();
      await send({ kind: "done", value, bytes: [...bytes] });
    } catch (error) {
      const { message: text, stack = "" } = error as Error;
      await send({ kind: "failed", message: text, stack });
    }
  });
}

/** Waits until it is on its way: what is sent is not kept twice. */
function send(answer: JobAnswer): Promise<void> {
  return new Promise((sent) => process.send?.(answer, undefined, {}, () => sent()));
}

import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";

/** The inner side of a thread: what a job is, and the loop that does one after the other. */

/** What a job gives back. */
export interface JobResult {
  /** A small value, copied. */
  value?: unknown;
  /** Many things; they travel as JSON, some thousand at a time, without being copied again. */
  items?: Iterable<unknown>;
  /** Whole files, moved. */
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
  const port = parentPort;
  if (!port) throw new Error("This program runs in a thread of Loquat only.");
  // On Linux a thread has a priority of its own; elsewhere this would be that of the whole process.
  if (process.platform === "linux") setPriority(0, 10);
  port.on("message", async ({ job, input }: JobMessage) => {
    const send = (answer: JobAnswer, moved: Uint8Array[] = []) =>
      port.postMessage(
        answer,
        moved.map((bytes) => bytes.buffer as ArrayBuffer),
      );
    try {
      const work = jobs[job];
      if (!work) throw new Error(`There is no job ${job}.`);
      const { value, items = [], bytes = [] } = await work(input as never);
      let piece: string[] = [];
      let characters = 0;
      const flush = () => {
        // Bytes of their own: a small Buffer shares its memory with others.
        const json = new TextEncoder().encode(`[${piece.join(",")}]`);
        send({ kind: "items", json }, [json]);
        piece = [];
        characters = 0;
      };
      for (const item of items) {
        const json = JSON.stringify(item);
        characters += json.length;
        if (piece.push(json) >= PIECE || characters >= PIECE_CHARACTERS) flush();
      }
      if (piece.length > 0) flush();
      const moved = bytes.map((whole) => new Uint8Array(whole));
      send({ kind: "done", value, bytes: moved }, moved);
    } catch (error) {
      const { message, stack = "" } = error as Error;
      send({ kind: "failed", message, stack });
    }
  });
}

import { FILE_LIMITS, isReaderLimit, type JobOutcome, limitSentence, runJob } from "@/lib/platform/readers/reader-pool";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";

/**
 * Files of repositories, which anybody may have written: small ones are read where they are wanted, all others in
 * readers, so that no file stops the tasks and requests of a process.
 */

/** Bytes that are read in place: less work than handing them to a reader. */
const IN_PLACE = 64_000;

/** A file that takes more time or memory to read than one may. */
export class TooCostly extends FormatError {}

/** ZIP containers say little about how much is in them. */
const isContainer = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3;

/** Whether reading these files is work for a reader. */
export function needsReader(...files: readonly (Uint8Array | undefined)[]): boolean {
  const given = files.filter((bytes) => bytes !== undefined);
  return given.reduce((sum, { length }) => sum + length, 0) > IN_PLACE || given.some(isContainer);
}

/**
 * Does a job of a reader for files of a repository, after the tasks that asked before.
 * @throws TooCostly when they need more time or memory than a file may
 */
export async function inTaskReader<Value>(job: string, input: unknown): Promise<JobOutcome<Value>> {
  try {
    return await runJob<Value>(job, input, FILE_LIMITS, "task");
  } catch (error) {
    if (!isReaderLimit(error)) throw error;
    throw new TooCostly(limitSentence(error), 1, 1);
  }
}

/** How many files of a component may still use up their time in one run. */
export interface TimeoutBudget {
  left: number;
}

/** Three files may do so; after them no large one is read. */
export const newTimeoutBudget = (): TimeoutBudget => ({ left: 3 });

/**
 * Works on a large file, unless too many others of the component have used up their time.
 * @throws FormatError then; TooCostly
 */
export async function withinTimeoutBudget<T>(budget: TimeoutBudget, work: () => Promise<T>): Promise<T> {
  if (budget.left <= 0) throw new FormatError(refusal("readOthersSlow"), 1, 1);
  try {
    return await work();
  } catch (error) {
    if (error instanceof TooCostly) budget.left--;
    throw error;
  }
}

import { countedNetwork } from "@/lib/platform/network";
import { isReaderLimit, type JobOutcome, limitSentence, runJob } from "@/lib/platform/readers/reader-pool";
import { QueueFull, runInTurn } from "@/lib/platform/readers/turns";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "./access/actor";
import { Busy, Invalid } from "./errors";

/** Files from outside: read by readers, which are processes of their own, and one at a time for everybody who sends them. */

/** Files of one person that may wait for the one that is read. */
const MOST_WAITING = 4;

/** Who counts as one sender: a person, or a network address that nobody is signed in from. */
export function senderOf(actor: Actor): string {
  return actor.isAnonymous ? `network ${countedNetwork(actor.client ?? "")}` : `user ${actor.userId}`;
}

/**
 * Takes in a file of a person when those before it are in: one at a time, four more may wait.
 * @throws Busy for the sixth
 */
export async function oneFileAtATime<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  try {
    return await runInTurn(`files of ${senderOf(actor)}`, MOST_WAITING, work);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    throw new Busy(refusal("severalFilesAlready"), {
      seconds: 10,
      own: true,
    });
  }
}

/**
 * Does a job of a reader for a file from outside.
 * @param field the field of the input that holds the file
 * @throws Invalid on the field when the file needs more time or memory than it may; Busy when too many are waiting
 */
export async function inReader<Value>(field: string, job: string, input: unknown): Promise<JobOutcome<Value>> {
  try {
    return await runJob<Value>(job, input);
  } catch (error) {
    if (!isReaderLimit(error)) throw error;
    if (error.kind === "queue")
      throw new Busy(refusal("tooManyFiles"), {
        seconds: 60,
        own: false,
      });
    throw Invalid.field(field, limitSentence(error), "too_costly");
  }
}

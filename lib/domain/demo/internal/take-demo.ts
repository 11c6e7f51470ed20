import { hasOtherMachines } from "@/lib/platform/file-store-claim";
import { NonRetriableError } from "@/lib/platform/queue";
import { DEMO_LOCKS, type SessionLock, takeSessionLock } from "@/lib/platform/session-lock";
import { refusal } from "@/lib/text/messages/refusal";
import { Conflict, DomainError, Locked } from "../../errors";
import { findTask, isFinal } from "../../tasks/tasks";

const WAIT_MS = 20_000;

/** Keeps others from making or removing the demo until it is released; undefined while somebody else does so. */
export function takeDemo(): Promise<SessionLock | undefined> {
  return takeSessionLock(DEMO_LOCKS, 0, WAIT_MS);
}

/** @throws Conflict while other machines work on the database, which would look for its repositories in folders of their own */
export async function demandOneMachine(): Promise<void> {
  if (await hasOtherMachines()) throw new Conflict(refusal("demoSeveralMachines"));
}

/**
 * Does the work while nobody else makes or removes the demo, unless its task has ended meanwhile. What is refused for good is
 * not tried again.
 */
export async function alone<Result>(task: string, work: () => Promise<Result>): Promise<Result> {
  const taken = await takeDemo();
  if (!taken) throw new Conflict(refusal("demoBusy"));
  try {
    const row = await findTask(task);
    if (!row || isFinal(row)) throw new NonRetriableError("The task was cancelled.");
    await demandOneMachine();
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof Locked) throw error;
    throw new NonRetriableError(error.message, { cause: error });
  } finally {
    await taken.release();
  }
}

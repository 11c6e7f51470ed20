import { inTransaction } from "@/lib/platform/database";
import { VcsError } from "@/lib/platform/vcs/vcs";
import { clearAlert, raiseAlert, toldBy } from "../components/alerts";
import { lockAutomatically, unlockWhenResolved } from "../components/automatic-locks";
import type { ComponentRow } from "../components/components";
import { Failed, sentenceOf } from "../errors";

/** What the components of a repository learn of an upstream that cannot be asked, and of one that can be asked again. */

/** Raises their alert and, where the repository asks for it, locks them. @throws Failed with what git said, or the error itself */
export async function tellUpdateFailure(components: readonly ComponentRow[], error: unknown): Promise<never> {
  if (!(error instanceof VcsError)) throw error;
  await inTransaction(async (tx) => {
    for (const component of components) {
      await raiseAlert(tx, component, "UpdateFailure", toldBy(error));
      await lockAutomatically(tx, component, { text: error.message, said: error.said });
    }
  });
  throw new Failed(sentenceOf(error), { cause: error });
}

/** Takes the alert off, and the lock that it made. */
export async function forgetUpdateFailure(components: readonly ComponentRow[]): Promise<void> {
  await inTransaction(async (tx) => {
    await clearAlert(
      tx,
      components.map(({ id }) => id),
      ["UpdateFailure"],
    );
    for (const component of components) await unlockWhenResolved(tx, component);
  });
}

import { alerts } from "@/lib/generated/tables";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf, present } from "@/lib/platform/expressions";
import type { Refusal } from "@/lib/text/messages/refusal";
import { SERVICE } from "../access/actor";
import type { AlertKind } from "./alerts";
import { applyLock, type ComponentRow } from "./components";

const al = alerts.as("al");

/** Locks that failures of a repository make, where it asks for them: they tell, and hold no translator up (`edit-lock`). */

/** Alerts of a failed fetch, merge or push. */
const LOCKING: readonly AlertKind[] = ["UpdateFailure", "MergeFailure", "PushFailure"];

/** Locks a component of a repository that locks on errors. @param failure in English, its first line is the reason */
export async function lockAutomatically(
  tx: Tx,
  component: ComponentRow,
  failure: { text: string; said?: Refusal },
): Promise<void> {
  if (!component.repository.autoLockError) return;
  await applyLock(tx, SERVICE, component, true, {
    auto: true,
    reason: failure.text.split("\n")[0] ?? "",
    said: failure.said,
  });
}

/** Ends an automatic lock when no alert is left that would set it. */
export async function unlockWhenResolved(tx: Tx, component: ComponentRow): Promise<void> {
  if (!component.lockedAuto) return;
  const left = await tx.one(sql`
    select ${present} from ${al} where ${al.componentId} = ${component.id} and ${anyOf(al.kind, LOCKING)} limit 1`);
  if (!left) await applyLock(tx, SERVICE, component, false, { auto: true, reason: "" });
}

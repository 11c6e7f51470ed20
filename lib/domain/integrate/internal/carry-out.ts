import { pendingChanges } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { VcsError } from "@/lib/platform/vcs/vcs";
import { viewOf } from "@/lib/platform/vcs/view";
import { refusal } from "@/lib/text/messages/refusal";
import { Stale } from "../../errors";
import type { Checkout } from "../../working-copy/working-copy";
import { changesBetween, type PlanVersion, versionNow } from "./plan-version";

const p = pendingChanges.as("p");

/**
 * The checkout in which a plan is carried out as it was made: with upstream as it is now looked at, and with the edits
 * that wait now. @throws Stale when the plan would be another one
 */
export async function toCarryOut(checkout: Checkout, planned: PlanVersion): Promise<Checkout> {
  const { copy } = checkout;
  let pushed = false;
  let fetched: Promise<string | null> | undefined;
  const pinned = viewOf(copy, {
    fetch(progress) {
      if (pushed) return copy.fetch(progress);
      fetched ??= copy.fetch(progress);
      return fetched;
    },
    async push(commit, lease) {
      try {
        await copy.push(commit, lease);
      } catch (error) {
        if (error instanceof VcsError && error.problem === "rejected")
          throw new Stale([refusal("planPushedMeanwhile")]);
        throw error;
      }
      pushed = true;
    },
  });
  const seen = { ...checkout, copy: pinned };
  // Read first: an edit that is saved behind it changes the version, or is left for the next commit.
  const newest = await db.one(sql`select ${named({ id: asNumber(sql`coalesce(max(${p.id}), 0)`) })} from ${p}`);
  const changed = changesBetween(planned, await versionNow(seen, planned));
  if (changed.length > 0) throw new Stale(changed);
  return { ...seen, upTo: newest?.id ?? 0 };
}

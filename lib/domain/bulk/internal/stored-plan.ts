import { bulkPlans } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import type { SelectedRow } from "@/lib/platform/database";
import { sql } from "@/lib/platform/database";
import { asJson, asNumber, orNull } from "@/lib/platform/expressions";
import type { Wish } from "../wish";
import type { SkipReason } from "./decide";

const b = bulkPlans.as("b");

/** Plans as they are stored. */

/** What is asked for: a wish, and which strings it is about. */
export interface StoredWish {
  wish: Wish;
  q: string;
  /** The list of ticked strings that it was made from. */
  selection?: string;
}

/** How many strings of each kind a plan holds. */
export interface PlanCounts {
  /** Strings that were looked at. */
  found: number;
  /** Approved strings among those that are to change. */
  approved: number;
  /** Strings that would fail a check afterwards, of the first so many that were looked at for it. */
  failing: number;
  checked: number;
  /** Of a plan of automatic translation: existing translations that are replaced, and texts that lost a placeholder. */
  replaced?: number;
  damaged?: number;
  /** Strings that stay, by reason. */
  skipped: Partial<Record<SkipReason, number>>;
  components: number[];
  languages: number[];
}

/** A string that stays as it is. */
export interface LeftRow {
  unit: number;
  reason: SkipReason;
}

/** How far a plan is carried out: written with each batch, so that one that was killed goes on. */
export interface PlanProgress {
  /** Strings of the plan that are done. */
  at: number;
  done: boolean;
  changed: number;
  skipped: Partial<Record<SkipReason, number>>;
  /** The first of those that stay. */
  left: LeftRow[];
}

/** How far a plan is made: written with each batch. */
export interface PlanMaking {
  /** The task that makes it. */
  task: string;
  /** Strings that were looked at, of how many. */
  at: number;
  total: number;
  done: boolean;
  /** What did not work, by source; it is not asked again. */
  problems: Record<string, string>;
}

export const NO_PLAN_PROGRESS: PlanProgress = { at: 0, done: false, changed: 0, skipped: {}, left: [] };

export const PLAN_COLUMNS = combined(
  pick(b, "id", "userId", "projectId", "createdAt", "path", "taskId"),
  named({
    asked: asJson<StoredWish>(b.wish),
    counts: asJson<PlanCounts>(b.counts),
    progress: orNull(asJson<PlanProgress>(b.progress)),
    making: orNull(asJson<PlanMaking>(b.making)),
    /** Strings that are to change, and those of them that are left out. */
    strings: asNumber(sql`cardinality(${b.unitIds})`),
    out: asNumber(sql`cardinality(${b.keptOut})`),
  }),
);

export type PlanRow = SelectedRow<typeof PLAN_COLUMNS>;

/** One more string that stays. */
export function countSkip(skipped: Partial<Record<SkipReason, number>>, reason: SkipReason, by = 1): void {
  skipped[reason] = (skipped[reason] ?? 0) + by;
}

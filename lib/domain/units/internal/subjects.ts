import { sourceUnits, translations, units } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { type SelectedRow, sql } from "@/lib/platform/database";
import { asText, hashText } from "@/lib/platform/expressions";

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];

/** What was touched: a string, with what it said then; hashes are numbers as text. */
export interface Subject {
  unitId: number | null;
  languageId: number | null;
  contentHash: string | null;
  textHash: string | null;
}

/** Groups of strings that a pass may still say something new of; a save of a string has no such limit. */
export interface Budget {
  groups: { inconsistent: number; reused: number };
  /** Those that were counted. */
  seen: Set<string>;
}

/** What one pass over a project says at most; always of the first groups in the order of their hashes. */
export const passBudget = (): Budget => ({ groups: { inconsistent: 100, reused: 20 }, seen: new Set() });

/** Whether a pass may say something new of a group. */
export function mayTell(budget: Budget | undefined, check: keyof Budget["groups"], group: string): boolean {
  if (!budget) return true;
  const key = `${check} ${group}`;
  if (budget.seen.has(key)) return true;
  if (budget.groups[check] <= 0) return false;
  budget.groups[check]--;
  budget.seen.add(key);
  return true;
}

/** Columns of a string that is looked at, over the aliases `u`, `s` and `t`. */
export const SUBJECT = combined(
  pick(u, "id", "sourceId", "state", "version"),
  pick(t, "isSource", "languageId"),
  named({
    target: asText(sql`joined_forms(${u.targets})`),
    contentHash: hashText(s.contentHash),
    textHash: asText(sql`hash_array_extended(${u.targets}, 0)::text`),
  }),
);

/** A string that is looked at, as it is now. */
export type SubjectRow = SelectedRow<typeof SUBJECT>;

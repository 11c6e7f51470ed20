import { components, sourceUnits, translations, units } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText, hashText } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { earlierTexts } from "../earlier-texts";
import { markInconsistent } from "./equal-strings";
import { Marks, writeMarks } from "./marks";
import { markReused } from "./reused-texts";
import { markSources } from "./source-marks";

const [u, s, t, c] = [units.as("u"), sourceUnits.as("s"), translations.as("t"), components.as("c")];

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

const SUBJECT = combined(
  pick(u, "id", "sourceId", "state"),
  pick(t, "isSource", "languageId"),
  named({
    target: asText(sql`joined_forms(${u.targets})`),
    contentHash: hashText(s.contentHash),
    textHash: asText(sql`hash_array_extended(${u.targets}, 0)::text`),
  }),
);

/** A string that is looked at, as it is now. */
export type SubjectRow = SelectedRow<typeof SUBJECT>;

/**
 * Finds out what touched strings of a project, and those that are like them, mean to each other, and writes it. Nobody else
 * does so for the project meanwhile.
 */
export async function relate(tx: Tx, projectId: number, subjects: readonly Subject[], budget?: Budget): Promise<void> {
  const ids = [...new Set(subjects.flatMap(({ unitId }) => unitId ?? []))];
  const rows = await tx.rows(sql`
    select ${SUBJECT} from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
    join ${c} on ${c.id} = ${t.componentId}
    where ${anyOf(u.id, ids)} and ${c.projectId} = ${projectId} order by ${u.id}`);
  const marks = new Marks();
  const targets = rows.filter((row) => !row.isSource);
  // What nothing is found of below is found to pass.
  for (const { id } of targets)
    for (const check of ["inconsistent", "reused", "translated"]) marks.set(check, id, false);
  await markInconsistent(tx, projectId, { subjects, rows: targets }, marks, budget);
  await markReused(tx, projectId, { subjects, rows: targets }, marks, budget);
  const before = await earlierTexts(
    tx,
    targets.filter(({ state }) => state < STATE.TRANSLATED),
  );
  for (const id of before.keys()) marks.set("translated", id, true);
  const turned = await writeMarks(tx, marks);
  // A pass comes to the source strings themselves.
  const asked = budget ? rows.filter(({ isSource }) => isSource) : rows;
  await markSources(tx, [...new Set([...asked.map(({ sourceId }) => sourceId), ...turned])]);
}

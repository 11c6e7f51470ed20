import { suggestions, units } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { countHeldUnits, countUnits, deferCountDifference } from "../counters/unit-counters";
import type { EditableUnit } from "./units";

const [u, g] = [units.as("u"), suggestions.as("g")];

/** Where suggestions came from that are texts which upstream had, and took back by force; as the index of them has it. */
export const TAKEN_BACK = "taken-back";
export const isTakenBack = (suggestion: Pick<typeof g, "cause">): Sql =>
  sql`${suggestion.cause} = ${rawSql(`'${TAKEN_BACK}'`)}`;

/** A suggestion that an edit makes the translation; `userId` is null when its author has gone. */
export interface TakenSuggestion {
  id: number;
  userId: number | null;
  targets: string[];
  cause: string;
}

/** The suggestion that says a text of a locked unit already, or the one that is named; undefined when there is none. */
export async function suggestionTaken(
  tx: Tx,
  unit: EditableUnit,
  targets: readonly string[],
  named: number | undefined,
): Promise<TakenSuggestion | undefined> {
  return tx.one(sql`
    select ${pick(g, "id", "userId", "targets", "cause")} from ${g}
    where ${g.unitId} = ${unit.id} and (${g.targets} = ${targets}::text[] or ${g.id} = ${named ?? 0})
    order by ${g.id} = ${named ?? 0} desc, ${g.id} limit 1`);
}

/** Who suggested what is decided on; null for what a machine found, or a merge or another string left there. */
export function suggesterOf({ userId, cause }: { userId: number | null; cause: string }): number | null {
  return cause === "person" || cause === "upload" ? userId : null;
}

/** Removes a suggestion that was decided. */
export async function removeDecided(tx: Tx, unitId: number, id: number): Promise<void> {
  await removeSuggestions(tx, [unitId], [id]);
}

/** Removes suggestions of some strings; the operation that is going on keeps them. */
export async function removeSuggestions(tx: Tx, unitIds: readonly number[], ids: readonly number[]): Promise<void> {
  await tx.run(sql`delete from ${g} where ${anyOf(g.id, ids)}`);
  await refreshSuggested(tx, unitIds);
}

/** Whether strings have suggestions is said on the strings and counted above them. */
export async function refreshSuggested(tx: Tx, unitIds: readonly number[]): Promise<void> {
  const before = await countHeldUnits(tx, unitIds);
  const suggested = sql`exists (select from ${g} where ${g.unitId} = ${u.id})`;
  await tx.run(sql`
    update ${u} set ${assigned(u, { suggested })} where ${anyOf(u.id, unitIds)} and ${u.suggested} <> ${suggested}`);
  deferCountDifference(tx, before, await countUnits(tx, unitIds));
}

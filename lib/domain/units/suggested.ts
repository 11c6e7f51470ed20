import { suggestions, units } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { countUnits, deferCountDifference } from "../counters/unit-counters";
import type { EditableUnit } from "./units";

const [u, g] = [units.as("u"), suggestions.as("g")];

/** A suggestion that an edit makes the translation; `userId` is null when its author has gone. */
export interface TakenSuggestion {
  id: number;
  userId: number | null;
  targets: string[];
}

/** The suggestion that says a text of a locked unit already, or the one that is named; undefined when there is none. */
export async function suggestionTaken(
  tx: Tx,
  unit: EditableUnit,
  targets: readonly string[],
  named: number | undefined,
): Promise<TakenSuggestion | undefined> {
  return tx.one(sql`
    select ${pick(g, "id", "userId", "targets")} from ${g}
    where ${g.unitId} = ${unit.id} and (${g.targets} = ${targets}::text[] or ${g.id} = ${named ?? 0})
    order by ${g.id} = ${named ?? 0} desc, ${g.id} limit 1`);
}

/** Removes a suggestion that was decided. */
export async function removeDecided(tx: Tx, unitId: number, id: number): Promise<void> {
  await tx.run(sql`delete from ${g} where ${g.id} = ${id}`);
  await refreshSuggested(tx, unitId);
}

/** Whether a string has suggestions is said on the string and counted above it. */
export async function refreshSuggested(tx: Tx, unitId: number): Promise<void> {
  const before = await countUnits(tx, [unitId]);
  const suggested = sql`exists (select from ${g} where ${g.unitId} = ${u.id})`;
  await tx.run(sql`
    update ${u} set ${assigned(u, { suggested })} where ${u.id} = ${unitId} and ${u.suggested} <> ${suggested}`);
  deferCountDifference(tx, before, await countUnits(tx, [unitId]));
}

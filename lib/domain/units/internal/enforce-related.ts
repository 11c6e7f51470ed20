import { sourceUnits, translations, units } from "@/lib/generated/tables";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import type { EditableUnit } from "../units";
import { markInconsistent } from "./equal-strings";
import { Marks, withoutIgnored } from "./marks";
import { markReused } from "./reused-texts";
import { SUBJECT } from "./subjects";

/**
 * Enforced checks that look at other strings. They are asked behind a save, in its transaction, and in components that
 * enforce them alone: what they find there is not left to the pass that comes behind the commit.
 */

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];

/** Checks of other strings that can hold a translation back: what a person has just written decides them. */
export const ENFORCEABLE = ["inconsistent", "reused"] as const;

interface Saved {
  unit: EditableUnit;
  state: UnitState;
}

const enforcedOn = (unit: EditableUnit): string[] =>
  unit.isSource || !unit.allowPropagation
    ? []
    : ENFORCEABLE.filter((check) => unit.enforcedChecks.includes(check) && !unit.findings?.[check]);

/** Whether a save may be held back by what other strings say. */
export const mayBeHeld = (edit: Saved): boolean => edit.state >= STATE.TRANSLATED && enforcedOn(edit.unit).length > 0;

/** Enforced checks of this kind that saved strings fail, as all of them are now, by the strings' ids. */
export async function failingEnforced(tx: Tx, saved: readonly Saved[]): Promise<Map<number, string[]>> {
  const failing = new Map<number, string[]>();
  for (const [projectId, some] of grouped(saved.filter(mayBeHeld), ({ unit }) => unit.projectId)) {
    const wanted = new Map(some.map(({ unit }) => [unit.id, enforcedOn(unit)]));
    const rows = await tx.rows(sql`
      select ${SUBJECT} from ${u} join ${s} on ${s.id} = ${u.sourceId} join ${t} on ${t.id} = ${u.translationId}
      where ${anyOf(u.id, [...wanted.keys()])} order by ${u.id}`);
    const marks = new Marks();
    await markInconsistent(tx, projectId, { subjects: [], rows }, marks, undefined);
    await markReused(tx, projectId, { subjects: [], rows }, marks, undefined);
    const found = [...marks].filter(({ check, unitId, fails }) => fails && wanted.get(unitId)?.includes(check));
    for (const { check, unitId } of await withoutIgnored(tx, found))
      failing.set(unitId, [...(failing.get(unitId) ?? []), check]);
  }
  return failing;
}

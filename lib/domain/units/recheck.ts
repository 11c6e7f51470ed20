import { findings, sourceUnits, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, pick, recordset, subquery } from "@/lib/platform/columns";
import { rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, TYPE } from "@/lib/platform/expressions";
import { flagFormOf } from "@/lib/text/checks/ids";
import { isStringCheck, STRING_CHECK_IDS } from "@/lib/text/checks/string-checks";
import { STATE } from "@/lib/text/codes";
import type { Flags } from "@/lib/text/flags/flags";
import { deferCounterChanges } from "../counters/counters";
import { bringAids } from "../quality/bring-aids";
import { checkUnit, effectiveFlags, levelsOf } from "../quality/check-unit";
import type { EditableUnit } from "./units";

const [f, u, s, x] = [findings.as("f"), units.as("u"), sourceUnits.as("s"), units.as("x")];

const CHECKED = { ...columnsOf(u, "id", "failing"), checks: TYPE.texts };

const RELATED = rawSql(`(${STRING_CHECK_IDS.map((check) => `'${check}'`).join(", ")})`);

/** Whether a finding is of a check that looks at other strings: whoever checks a string by itself leaves it alone. */
export const isRelated = (finding: Pick<typeof f, "check">): Sql => sql`${finding.check} in ${RELATED}`;

/** Of checks that a string fails those that look at other strings, as far as its flags let them stand. */
export function standingRelated(
  checks: readonly string[],
  flags: Flags,
  { isSource }: { isSource: boolean },
): string[] {
  const there = checks.filter(isStringCheck);
  if (there.length === 0 || flags.has("ignore-all-checks") || (flags.has("read-only") && !isSource)) return [];
  return there.filter((check) => !flags.has(`ignore-${flagFormOf(check)}`));
}

/**
 * Brings the findings of locked units up to date after their flags or texts changed. The counters are left to the caller,
 * who counts before and after. What was dismissed stays so while it fails.
 */
export async function recheck(tx: Tx, checked: readonly EditableUnit[]): Promise<void> {
  await bringAids(tx, checked);
  const rows = checked.map((unit) => {
    // A text that is not there is not checked; a source always is.
    const idle = !unit.isSource && unit.state === STATE.EMPTY;
    const related = standingRelated(Object.keys(unit.findings ?? {}), effectiveFlags(levelsOf(unit)), unit);
    const failing = [...(idle ? [] : checkUnit(unit, unit.targets)), ...related];
    return { id: unit.id, checks: failing, failing: failing.some((check) => !unit.findings?.[check]) };
  });
  const e = recordset("e", CHECKED, rows);
  await tx.run(sql`
    delete from ${f} using ${e} where ${f.unitId} = ${e.id} and ${f.check} <> all(${e.checks})`);
  await tx.run(sql`
    insert into ${f} ${eachRow(f, { unitId: e.id, check: sql`unnest(${e.checks})` })} from ${e} on conflict do nothing`);
  await tx.run(sql`
    update ${u} set ${assigned(u, { failing: e.failing })} from ${e} where ${u.id} = ${e.id} and ${u.failing} <> ${e.failing}`);
}

/**
 * Says of locked units whether some finding of theirs counts, and moves the counters with it: for those who write findings
 * without knowing what else is found.
 * @returns the source strings of those that it says something else of now
 */
export async function settleFailing(tx: Tx, unitIds: readonly number[]): Promise<number[]> {
  if (unitIds.length === 0) return [];
  const now = asFlag(sql`exists (select from ${f} where ${f.unitId} = ${x.id} and not ${f.dismissed})`);
  const n = subquery("n", sql`select ${pick(x, "id")}, ${named({ now })} from ${x} where ${anyOf(x.id, unitIds)}`);
  const moved = await tx.rows(sql`
    update ${u} set ${assigned(u, { failing: n.now })} from ${n}, ${s}
    where ${u.id} = ${n.id} and ${s.id} = ${u.sourceId} and ${u.failing} <> ${n.now}
    returning ${pick(u, "translationId", "sourceId", "failing")}, ${pick(s, "numWords")}`);
  deferCounterChanges(
    tx,
    moved.map(({ translationId, failing, numWords }) => {
      const sign = failing ? 1 : -1;
      return { translationId, numbers: { failing: sign, failingWords: sign * numWords } };
    }),
  );
  return moved.map(({ sourceId }) => sourceId);
}

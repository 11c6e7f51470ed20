import { findings, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, recordset } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { bringGlossary } from "../quality/bring-glossary";
import { checkUnit } from "../quality/check-unit";
import type { EditableUnit } from "./units";

const [f, u] = [findings.as("f"), units.as("u")];

const CHECKED = { ...columnsOf(u, "id", "failing"), checks: TYPE.texts };

/**
 * Brings the findings of locked units up to date after their flags or texts changed. The counters are left to the caller,
 * who counts before and after. What was dismissed stays so while it fails.
 */
export async function recheck(tx: Tx, checked: readonly EditableUnit[]): Promise<void> {
  await bringGlossary(tx, checked);
  const rows = checked.map((unit) => {
    // A text that is not there is not checked; a source always is.
    const idle = !unit.isSource && unit.state === STATE.EMPTY;
    const failing = idle ? [] : checkUnit(unit, unit.targets);
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

import { sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { checkUnit } from "../quality/check-unit";
import type { EditableUnit } from "./units";

/**
 * Brings the findings of locked units up to date after their flags or texts changed. The counters are left to the caller,
 * who weighs before and after. What was dismissed stays so while it fails.
 */
export async function recheck(tx: Tx, units: readonly EditableUnit[]): Promise<void> {
  const rows = units.map((unit) => {
    // A text that nobody is to write, or that is not there, is not checked; a source always is.
    const idle = !unit.isSource && (unit.state === STATE.EMPTY || unit.state === STATE.READ_ONLY);
    const failing = idle ? [] : checkUnit(unit, unit.targets);
    return { id: unit.id, checks: failing, failing: failing.some((check) => !unit.findings?.[check]) };
  });
  const list = JSON.stringify(rows);
  await tx.run(sql`
    delete from findings f using jsonb_to_recordset(${list}::jsonb) as e(id bigint, checks jsonb)
    where f.unit_id = e.id and not (e.checks ? f."check")`);
  await tx.run(sql`
    insert into findings (unit_id, "check") select e.id, c from jsonb_to_recordset(${list}::jsonb) as e(id bigint, checks jsonb), jsonb_array_elements_text(e.checks) as c
    on conflict do nothing`);
  await tx.run(sql`
    update units u set failing = e.failing from jsonb_to_recordset(${list}::jsonb) as e(id bigint, failing boolean)
    where u.id = e.id and u.failing <> e.failing`);
}

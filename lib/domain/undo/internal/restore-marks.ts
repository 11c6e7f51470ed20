import { labels, operationFlags, operationLabels, sourceUnitLabels, sourceUnits } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asFlag, asNumbers } from "@/lib/platform/expressions";
import { type Described, describeAll } from "../../units/describe-source";
import { lockUnits } from "../../units/units";
import { mayRestore } from "./each-string";
import type { LeftString, Step } from "./progress";

/** Flags and labels of source strings become what they were before an operation. */

const [k, n, s] = [operationFlags.as("k"), operationLabels.as("n"), sourceUnits.as("s")];
const [x, l, y, z] = [sourceUnitLabels.as("x"), labels.as("l"), operationLabels.as("y"), labels.as("z")];

/** Strings that are described in one transaction. */
const BATCH = 200;

/** Gives source strings back their flags. They go before texts: what they closed is open again then. */
export const restoreFlags: Step = async (tx, { actor, operation, after }) => {
  const rows = await tx.rows(sql`
    select ${pick(k, "sourceId", "extraFlags")}, ${named({ stands: asFlag(sql`${s.extraFlags} = ${k.leftFlags}`) })}
    from ${k} join ${s} on ${s.id} = ${k.sourceId}
    where ${k.operationId} = ${operation.id} and ${k.sourceId} > ${after} and ${s.extraFlags} <> ${k.extraFlags}
    order by ${k.sourceId} limit ${BATCH}`);
  if (rows.length === 0) return { after: undefined };
  const ids = rows.map(({ sourceId }) => sourceId);
  const units = new Map((await lockUnits(tx, actor, ids)).map((unit) => [unit.id, unit]));
  const left: LeftString[] = [];
  const described: Described[] = [];
  let hidden = 0;
  for (const { sourceId, extraFlags, stands } of rows) {
    const unit = units.get(sourceId);
    const may = !unit || mayRestore(actor, operation, unit);
    const reason = unit?.componentLocked ? "locked" : !stands ? "changed" : may ? undefined : "not-allowed";
    if (!unit) hidden++;
    else if (reason) left.push({ unit: sourceId, reason });
    else described.push({ unit, extraFlags });
  }
  await describeAll(tx, actor, described);
  const restored = described.length;
  return { after: ids.at(-1), restored, left, hidden };
};

/** Takes labels off that the operation gave, and gives those back that it took, also to strings that came back. */
export const restoreLabels: Step = async (tx, { actor, operation, after }) => {
  const has = sql`exists (select from ${x} where ${x.sourceId} = ${n.sourceId} and ${x.labelId} = ${n.labelId})`;
  const rows = await tx.rows(sql`
    select distinct ${pick(n, "sourceId")}, ${named({
      wanted: asNumbers(sql`array(
        select ${x.labelId} from ${x} where ${x.sourceId} = ${n.sourceId} and not exists (
          select from ${y} where ${y.operationId} = ${operation.id} and ${y.sourceId} = ${n.sourceId} and ${y.labelId} = ${x.labelId} and ${y.added})
        union select ${z.id} from ${y} join ${z} on ${z.id} = ${y.labelId}
          where ${y.operationId} = ${operation.id} and ${y.sourceId} = ${n.sourceId} and not ${y.added} order by 1)`),
    })}
    from ${n} join ${s} on ${s.id} = ${n.sourceId} join ${l} on ${l.id} = ${n.labelId}
    where ${n.operationId} = ${operation.id} and ${n.sourceId} > ${after} and ${n.added} = ${has}
    order by ${n.sourceId} limit ${BATCH}`);
  if (rows.length === 0) return { after: undefined };
  const ids = rows.map(({ sourceId }) => sourceId);
  const units = new Map((await lockUnits(tx, actor, ids)).map((unit) => [unit.id, unit]));
  const flagged = await tx.rows(sql`
    select ${pick(k, "sourceId")} from ${k} where ${k.operationId} = ${operation.id} and ${anyOf(k.sourceId, ids)}`);
  const counted = new Set(flagged.map(({ sourceId }) => sourceId));
  const left: LeftString[] = [];
  const described: Described[] = [];
  let hidden = 0;
  for (const { sourceId, wanted } of rows) {
    const unit = units.get(sourceId);
    if (!unit) hidden++;
    else if (unit.componentLocked) left.push({ unit: sourceId, reason: "locked" });
    else if (!mayRestore(actor, operation, unit)) left.push({ unit: sourceId, reason: "not-allowed" });
    else described.push({ unit, labelIds: wanted });
  }
  await describeAll(tx, actor, described);
  const restored = described.filter(({ unit }) => !counted.has(unit.sourceId)).length;
  return { after: ids.at(-1), restored, left, hidden };
};

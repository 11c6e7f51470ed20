import { findings, operationFindings, operationRows, operationTexts, suggestions, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asNumber } from "@/lib/platform/expressions";
import { currentOperation } from "@/lib/platform/operation-mark";
import { type MarkedChecks, markFindings } from "../../units/findings";
import { refreshSuggested } from "../../units/suggested";
import { lockUnits } from "../../units/units";
import { mayRestore } from "./each-string";
import { returnSuggestions } from "./kept-attachments";
import type { LeftString, Step } from "./progress";

/** What an operation decided about strings: suggestions that it accepted wait again, findings count as they did. */

const [r, k, u] = [operationRows.as("r"), operationFindings.as("k"), units.as("u")];
const [f, g, x] = [findings.as("f"), suggestions.as("g"), operationTexts.as("x")];

/** Strings in one transaction. */
const BATCH = 1000;

/** Suggestions wait again on strings that this undo gave their former text. */
export const returnAccepted: Step = async (tx, { operation, after }) => {
  const unit = sql`(${r.row} ->> 'unit_id')::bigint`;
  const rows = await tx.rows(sql`
    select ${pick(r, "rowId")}, ${named({ unitId: asNumber(unit) })} from ${r}
    where ${r.operationId} = ${operation.id} and ${r.kind} = 'suggestion' and ${r.rowId} > ${after} order by ${r.rowId} limit ${BATCH}`);
  if (rows.length === 0) return { after: undefined };
  const ids = rows.map(({ unitId }) => unitId);
  const restored = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} join ${x} on ${x.unitId} = ${u.id} and ${x.operationId} = ${currentOperation()}
    where ${anyOf(u.id, ids)} order by ${u.id} for update of u`);
  const open = restored.map(({ id }) => id);
  await returnSuggestions(tx, operation.id, sql`${u.id} = ${g.unitId} and ${anyOf(u.id, open)}`);
  await refreshSuggested(tx, open);
  return { after: rows.at(-1)?.rowId };
};

/** Findings that are as the operation left them become what they were. */
export const restoreFindings: Step = async (tx, { actor, operation, after }) => {
  const next = await tx.rows(sql`
    select distinct ${pick(k, "unitId")} from ${k} where ${k.operationId} = ${operation.id} and ${k.unitId} > ${after}
    order by ${k.unitId} limit ${BATCH}`);
  if (next.length === 0) return { after: undefined };
  const ids = next.map(({ unitId }) => unitId);
  const locked = new Map((await lockUnits(tx, actor, ids)).map((unit) => [unit.id, unit]));
  const rows = await tx.rows(sql`
    select ${pick(k, "unitId", "check", "dismissed")} from ${k} join ${f} on ${f.unitId} = ${k.unitId} and ${f.check} = ${k.check}
    where ${k.operationId} = ${operation.id} and ${anyOf(k.unitId, ids)} and ${f.dismissed} <> ${k.dismissed} order by ${k.unitId}`);
  const left = new Map<number, LeftString>();
  const marked = new Map<string, MarkedChecks & { checks: string[] }>();
  for (const { unitId, check, dismissed } of rows) {
    const unit = locked.get(unitId);
    if (!unit) continue;
    const reason = unit.componentLocked ? "locked" : mayRestore(actor, operation, unit) ? undefined : "not-allowed";
    if (reason) left.set(unitId, { unit: unitId, reason });
    else {
      const key = `${dismissed} ${unitId}`;
      const known = marked.get(key) ?? { unit, checks: [] };
      known.checks.push(check);
      marked.set(key, known);
    }
  }
  for (const dismissed of [true, false])
    await markFindings(
      tx,
      actor,
      [...marked].flatMap(([key, one]) => (key.startsWith(`${dismissed} `) ? [one] : [])),
      dismissed,
    );
  return { after: ids.at(-1), restored: marked.size, left: [...left.values()] };
};

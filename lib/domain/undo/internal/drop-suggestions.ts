import { operationRows, suggestions, votes } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql } from "@/lib/platform/database";
import { anyOf, asNumber } from "@/lib/platform/expressions";
import { ACTION } from "../../change-actions";
import { joinForms, record } from "../../changes/record";
import { removeSuggestions } from "../../units/suggested";
import { lockUnits } from "../../units/units";
import { mayRestore } from "./each-string";
import type { LeftString, Step } from "./progress";

const [r, g, v] = [operationRows.as("r"), suggestions.as("g"), votes.as("v")];

/** Suggestions in one transaction. */
const BATCH = 1000;

/** Takes out suggestions that an operation made and that still wait. What somebody has voted on stays. */
export const dropSuggestions: Step = async (tx, { actor, operation, after }) => {
  const rows = await tx.rows(sql`
    select ${pick(r, "rowId")}, ${named({ unitId: asNumber(sql`(${r.row} ->> 'unit_id')::bigint`) })} from ${r}
    where ${r.operationId} = ${operation.id} and ${r.kind} = 'suggested' and ${r.rowId} > ${after} order by ${r.rowId} limit ${BATCH}`);
  const last = rows.at(-1);
  if (!last) return { after: undefined };
  const locked = await lockUnits(
    tx,
    actor,
    rows.map(({ unitId }) => unitId),
  );
  const byId = new Map(locked.map((unit) => [unit.id, unit]));
  const waiting = await tx.rows(sql`
    select ${pick(g, "id", "unitId", "targets")}, ${named({ voted: asNumber(sql`(select count(*)::int from ${v} where ${v.suggestionId} = ${g.id})`) })}
    from ${g} where ${anyOf(
      g.id,
      rows.map(({ rowId }) => rowId),
    )} order by ${g.id} for update`);
  const left: LeftString[] = [];
  let hidden = 0;
  const going = waiting.filter(({ unitId, voted }) => {
    const unit = byId.get(unitId);
    if (!unit) hidden++;
    else if (voted > 0) left.push({ unit: unitId, reason: "changed" });
    else if (unit.componentLocked) left.push({ unit: unitId, reason: "locked" });
    else if (!mayRestore(actor, operation, unit)) left.push({ unit: unitId, reason: "not-allowed" });
    else return true;
    return false;
  });
  await removeSuggestions(
    tx,
    going.map(({ unitId }) => unitId),
    going.map(({ id }) => id),
  );
  await record(
    tx,
    actor,
    going.flatMap(({ unitId, targets }) => {
      const unit = byId.get(unitId);
      if (!unit) return [];
      const { projectId, componentId, translationId, languageId } = unit;
      return [
        {
          ...{ projectId, componentId, translationId, languageId, unitId },
          action: ACTION.SUGGESTION_REMOVED_DURING_CLEANUP,
          target: joinForms(targets),
        },
      ];
    }),
  );
  return { after: last.rowId, removed: going.length, left, hidden };
};

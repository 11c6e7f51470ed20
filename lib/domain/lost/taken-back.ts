import { suggestions, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { demand } from "../access/demand";
import { ACTION } from "../change-actions";
import { asOperation } from "../changes/operations";
import { type ComponentRow, findComponentById, scopeOf } from "../components/components";
import { findAlert } from "../diagnostics/open-alerts";
import { sweepAlerts } from "../diagnostics/sweep";
import { Invalid } from "../errors";
import { agreementSigned } from "../units/agreement";
import type { UnitEdit } from "../units/apply-edits";
import { editDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { isTakenBack, removeSuggestions } from "../units/suggested";
import { lockUnits, takesTexts } from "../units/units";
import { MOST_PUT_BACK } from "./put-back";

const [g, u, t] = [suggestions.as("g"), units.as("u"), translations.as("t")];

/**
 * Texts of people that upstream had and took back by force. They wait as suggestions in their authors' names, and an alert
 * tells of them; here they are put back, all that there are in a component.
 */

const TAKEN = sql`
  from ${g} join ${u} on ${u.id} = ${g.unitId} join ${t} on ${t.id} = ${u.translationId} where ${isTakenBack(g)}`;

/** What became of the texts; `left` are those that cannot be put back, or have to wait for another time. */
export interface PutBackTexts {
  /** The operation that undoing takes; null when nothing was put back. */
  operation: string | null;
  done: number;
  left: number;
}

/**
 * Puts the texts back that upstream took from a component, at most 200 at once: each is the translation again, in the name of
 * who wrote it. Needs `suggestion.accept`; strings that the actor may not edit are left.
 */
export async function putTakenBack(actor: Actor, component: ComponentRow): Promise<PutBackTexts> {
  demand(actor, "suggestion.accept", scopeOf(component));
  const details = {
    name: "put-back",
    needs: ["unit.edit"] as const,
    components: [component.id],
    eachString: true,
  };
  const { operation, result: done } = await asOperation(actor, { kind: "bulk-edit", details }, async () => {
    let [put, behind] = [0, 0];
    // Strings that have to stay do not keep those behind them from their turn.
    while (put < MOST_PUT_BACK) {
      const batch = await inTransaction((tx) => putSome(tx, actor, component, { behind, most: MOST_PUT_BACK - put }));
      put += batch.done;
      if (batch.last === undefined) break;
      behind = batch.last;
    }
    return put;
  });
  const left = await db.one(sql`
    select ${named({ count: asNumber(sql`count(distinct ${g.unitId})`) })} ${TAKEN} and ${t.componentId} = ${component.id}`);
  await sweepAlerts({ componentId: component.id });
  return { operation, done, left: left?.count ?? 0 };
}

/** The same for the component that an alert is about. @throws NotFound; Invalid for an alert of something else */
export async function putBackByAlert(actor: Actor, alertId: number): Promise<PutBackTexts> {
  const { kind, componentId } = await findAlert(actor, alertId);
  if (kind !== "TextsTakenBack" || componentId === null) throw Invalid.field("id", refusal("alertNamesNoTexts"));
  return putTakenBack(actor, await findComponentById(actor, componentId));
}

/** Strings that are looked at in one transaction. */
const BATCH = 200;

/**
 * Puts back what can be put back of the next strings.
 * @param behind the string behind which they are, by its id
 * @returns how many were, and the last string that was looked at; undefined when none was left
 */
async function putSome(
  tx: Tx,
  actor: Actor,
  component: ComponentRow,
  { behind, most }: { behind: number; most: number },
): Promise<{ done: number; last: number | undefined }> {
  // Of one string the newest.
  const rows = await tx.rows(sql`
    select distinct on (${g.unitId}) ${pick(g, "id", "unitId", "userId", "targets")}
    ${TAKEN} and ${t.componentId} = ${component.id} and ${g.unitId} > ${behind}
    order by ${g.unitId}, ${g.id} desc limit ${BATCH}`);
  const locked = await lockUnits(
    tx,
    actor,
    rows.map(({ unitId }) => unitId),
  );
  const byId = new Map(locked.map((unit) => [unit.id, unit]));
  const taken: { suggestion: (typeof rows)[number]; edit: UnitEdit }[] = [];
  const permission = "suggestion.accept";
  const { agreement, id: componentId } = component;
  const may = { agreementSigned: await agreementSigned(tx, actor, { agreement, componentId }), permission } as const;
  for (const suggestion of rows) {
    if (taken.length === most) break;
    const unit = byId.get(suggestion.unitId);
    if (!unit || !takesTexts(unit, suggestion.targets)) continue;
    if (editDenial(actor, unit, may)) continue;
    const { targets } = suggestion;
    taken.push({ suggestion, edit: { unit, targets, state: STATE.TRANSLATED, action: ACTION.SUGGESTION_ACCEPTED } });
  }
  for (const [userId, some] of grouped(taken, ({ suggestion }) => suggestion.userId))
    await applyAndPropagate(
      tx,
      actor,
      some.map(({ edit }) => edit),
      { authorId: userId ?? ledgerUser(actor), textOf: userId },
    );
  await removeSuggestions(
    tx,
    taken.map(({ suggestion }) => suggestion.unitId),
    taken.map(({ suggestion }) => suggestion.id),
  );
  return { done: taken.length, last: rows.at(-1)?.unitId };
}

import { clashes, suggestions, units } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick, recordset } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, sqlNow } from "@/lib/platform/expressions";
import { type ClashDecision, isGivenState, STATE, type UnitState } from "@/lib/text/codes";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { throwDenial } from "../access/demand";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { countHeldUnits, countUnits, deferCountDifference } from "../counters/unit-counters";
import { Conflict, type Denial, Invalid, NotFound, type Worded, worded } from "../errors";
import { agreementSigned } from "../units/agreement";
import { validateEdit } from "../units/edit-unit";
import { editDenial, reviewDenial } from "../units/may-edit";
import { applyAndPropagate } from "../units/propagate";
import { type EditableUnit, expectedForms, lockUnits } from "../units/units";
import { type ClashRow, selectClashes } from "./internal/columns";
import { type ClashFilter, type ClashScope, clashCondition } from "./list";

const [k, g, u] = [clashes.as("k"), suggestions.as("g"), units.as("u")];

/** Clashes that are decided in one transaction. */
const MOST = 1000;

/** What is said about clashes: one of both texts, or another one. */
export type Decision = { text: "theirs" | "ours" } | { text: "other"; targets: string[]; state: number };

/** A clash that stays as it is, and why. */
export interface SkippedClash extends Worded {
  id: number;
  reason: "decided" | "changed" | "gone" | "denied" | "invalid";
  cause?: Denial | Invalid;
}

export interface DecisionOutcome {
  decided: number[];
  skipped: SkippedClash[];
  /** Whether the filter found more than are decided at once. */
  more: boolean;
}

/** Which clashes are decided: these, or those that a filter finds. */
export type ClashChoice = { ids: readonly number[] } | { filter: ClashFilter };

/**
 * Decides clashes. Each decision is an ordinary save: ledger, pending change, equal strings. Clashes whose string was
 * changed afterwards, that a person has decided, or whose string the actor may not edit stay as they are.
 */
export async function decideClashes(
  actor: Actor,
  scope: ClashScope,
  choice: ClashChoice,
  decision: Decision,
): Promise<DecisionOutcome> {
  return inTransaction(async (tx) => {
    const condition = clashCondition(actor, scope, "filter" in choice ? choice.filter : {});
    const where = "ids" in choice ? sql`${anyOf(k.id, choice.ids)} and ${condition}` : condition;
    const found = await selectClashes(tx, actor, where, sql`order by ${k.id} desc limit ${MOST + 1}`);
    const asked = found.slice(0, MOST);
    const locked = await lockUnits(tx, actor, [...new Set(asked.flatMap(({ unitId }) => unitId ?? []))]);
    const unitOf = new Map(locked.map((unit) => [unit.id, unit]));
    const ids = asked.map(({ id }) => id);
    await tx.run(sql`select 1 from ${k} where ${anyOf(k.id, ids)} order by ${k.id} for update`);
    // Read again: what was seen before the locks may have been decided meanwhile.
    const rows = await selectClashes(tx, actor, anyOf(k.id, ids), sql`order by ${k.id} desc`);
    const outcome: DecisionOutcome = { decided: [], skipped: [], more: found.length > MOST };
    const taken: Taken[] = [];
    const signed = new Map<number, boolean>();
    const seen = new Set<number>();
    for (const row of rows) {
      const unit = row.unitId === null ? undefined : unitOf.get(row.unitId);
      if (unit && !signed.has(unit.componentId)) signed.set(unit.componentId, await agreementSigned(tx, actor, unit));
      const agreed = unit !== undefined && signed.get(unit.componentId) === true;
      const one = takeUp(actor, row, unit, decision, agreed);
      // Of several clashes of one string the newest is the one that stands.
      if ("reason" in one) outcome.skipped.push(one);
      else if (seen.has(one.unit.id)) outcome.skipped.push(skipped(row, "decided"));
      else {
        seen.add(one.unit.id);
        taken.push(one);
      }
    }
    await save(tx, actor, taken, decision);
    outcome.decided = taken.map(({ row }) => row.id).reverse();
    return outcome;
  });
}

/**
 * Decides one clash.
 * @throws NotFound; Conflict where it is decided, or its string was changed since; Forbidden, Invalid as `editUnit`
 */
export async function decideClash(actor: Actor, scope: ClashScope, id: number, decision: Decision): Promise<void> {
  const { decided, skipped: left } = await decideClashes(actor, scope, { ids: [id] }, decision);
  const [why] = left;
  if (why?.cause instanceof Invalid) throw why.cause;
  if (why?.cause) throwDenial(why.cause);
  if (why) throw new Conflict(why.said ?? why.message);
  if (decided.length === 0) throw new NotFound(refusal("clashMissing", { id }));
}

interface Taken {
  row: ClashRow;
  unit: EditableUnit;
  targets: string[];
  state: UnitState;
}

const WHY = {
  decided: refusal("clashDecided"),
  changed: refusal("clashOvertaken"),
  gone: refusal("clashStringGone"),
} as const satisfies Record<string, Refusal>;

const skipped = ({ id }: ClashRow, reason: keyof typeof WHY): SkippedClash => ({ id, reason, ...worded(WHY[reason]) });

/** What becomes of the string of a clash, or why nothing does. */
function takeUp(
  actor: Actor,
  row: ClashRow,
  unit: EditableUnit | undefined,
  decision: Decision,
  agreed: boolean,
): Taken | SkippedClash {
  if (!unit || row.kind === "removed-here") return skipped(row, "gone");
  if (row.decidedBy !== null || (row.decision === "overtaken" && row.decidedAt !== null))
    return skipped(row, "decided");
  const changed = unit.state > row.leftState || joinForms(unit.targets) !== joinForms(row.leftTargets);
  if (changed) return skipped(row, "changed");
  const denied = editDenial(actor, unit, { agreementSigned: agreed });
  if (denied) return { id: row.id, reason: "denied", message: denied.text, said: denied.said, cause: denied };
  const { targets, state } = saidBy(actor, row, unit, decision);
  try {
    validateEdit(actor, unit, { targets, state });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { id: row.id, reason: "invalid", message: error.message, cause: error };
  }
  return { row, unit, targets, state: state as UnitState };
}

function saidBy(
  actor: Actor,
  row: ClashRow,
  unit: EditableUnit,
  decision: Decision,
): { targets: string[]; state: number } {
  if (decision.text === "other") return decision;
  const [given, before] =
    decision.text === "ours" ? [row.translatorTargets, row.translatorState] : [row.upstreamTargets, row.upstreamState];
  const targets = given.length > 0 ? given : Array.from({ length: expectedForms(unit) }, () => "");
  if (targets.every((text) => text === "")) return { targets, state: STATE.EMPTY };
  // Who decides for a text says that it is right, as far as its writer did.
  const wanted =
    isGivenState(before) && before !== STATE.EMPTY
      ? before
      : before > STATE.APPROVED
        ? STATE.TRANSLATED
        : STATE.NEEDS_EDITING;
  const state = wanted === STATE.APPROVED && reviewDenial(actor, unit) ? STATE.TRANSLATED : wanted;
  return { targets, state };
}

async function save(tx: Tx, actor: Actor, taken: readonly Taken[], decision: Decision): Promise<void> {
  if (taken.length === 0) return;
  // Each person is named with the texts that are theirs.
  const byAuthor = new Map<number | null, Taken[]>();
  for (const one of taken) {
    const author = authorOf(actor, one.row, decision);
    // Nobody approves a text of their own, where that is the rule: it waits for somebody else.
    const own = decision.text !== "other" && one.unit.fourEyes && author === ledgerUser(actor);
    const state = own && one.state === STATE.APPROVED ? STATE.TRANSLATED : one.state;
    if (one.unit.state === state && joinForms(one.unit.targets) === joinForms(one.targets)) continue;
    byAuthor.set(author, [...(byAuthor.get(author) ?? []), { ...one, state }]);
  }
  for (const [authorId, group] of byAuthor)
    await applyAndPropagate(
      tx,
      actor,
      group.map(({ row, unit, targets, state }) => ({
        unit,
        targets,
        state,
        details: { clash: row.id, decision: decision.text },
      })),
      { authorId, textOf: decision.text === "other" ? undefined : authorId },
    );
  await dropKept(tx, actor, taken);
  await tx.run(sql`
    update ${k} set ${assigned(k, { decidedAt: sqlNow, decision: decision.text satisfies ClashDecision, decidedBy: ledgerUser(actor) })}
    where ${anyOf(
      k.id,
      taken.map(({ row }) => row.id),
    )}`);
}

function authorOf(actor: Actor, row: ClashRow, { text }: Decision): number | null {
  const author = text === "ours" ? row.translatorId : text === "theirs" ? row.upstreamAuthorId : null;
  return author ?? ledgerUser(actor);
}

const KEPT = columnsOf(g, "unitId", "targets");

/** Takes away the suggestions that the merge made of a clash's texts: they stand in the clash. */
async function dropKept(tx: Tx, actor: Actor, taken: readonly Taken[]): Promise<void> {
  const ids = taken.map(({ unit }) => unit.id);
  const before = await countHeldUnits(tx, ids);
  const n = recordset(
    "n",
    KEPT,
    taken.flatMap(({ unit, row }) =>
      [row.translatorTargets, row.upstreamTargets].map((targets) => ({ unitId: unit.id, targets })),
    ),
  );
  const gone = await tx.rows(sql`
    delete from ${g} using ${n} where ${g.unitId} = ${n.unitId} and ${g.targets} = ${n.targets} and ${g.cause} = 'merge'
    returning ${pick(g, "unitId", "targets", "userId")}, ${named({ id: g.id })}`);
  const suggested = sql`exists (select from ${g} where ${g.unitId} = ${u.id})`;
  await tx.run(sql`
    update ${u} set ${assigned(u, { suggested })} where ${anyOf(u.id, ids)} and ${u.suggested} <> ${suggested}`);
  deferCountDifference(tx, before, await countUnits(tx, ids));
  const unitOf = new Map(taken.map(({ unit }) => [unit.id, unit]));
  await record(
    tx,
    actor,
    gone.flatMap(({ unitId, targets, userId }) => {
      const unit = unitOf.get(unitId);
      if (!unit) return [];
      const { projectId, componentId, translationId, languageId } = unit;
      return [
        {
          ...{ projectId, componentId, translationId, languageId, unitId },
          action: ACTION.SUGGESTION_REMOVED,
          authorId: userId,
          target: joinForms(targets),
          details: { reason: "clash decided" },
        },
      ];
    }),
  );
}

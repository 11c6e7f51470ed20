import { bulkPlans, units } from "@/lib/generated/tables";
import { pick, unnest } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { componentsById } from "../../components/components";
import { type ApplyOptions, applyEdits, type UnitEdit } from "../../units/apply-edits";
import { describeAll } from "../../units/describe-source";
import { markFindings } from "../../units/findings";
import { applyAndPropagate } from "../../units/propagate";
import { removeStrings } from "../../units/remove-unit";
import { suggestMany } from "../../units/suggest-many";
import { removeSuggestions, suggesterOf } from "../../units/suggested";
import type { TranslateWish, Wish } from "../wish";
import type { Change } from "./decide";
import type { PlanRow } from "./stored-plan";

const [b, u] = [bulkPlans.as("b"), units.as("u")];

/**
 * Writes changes of locked strings, a handful of statements for however many.
 * @returns how many strings changed
 */
export async function carryOut(tx: Tx, actor: Actor, plan: PlanRow, changes: readonly Change[]): Promise<number> {
  if (changes.length === 0) return 0;
  if (plan.asked.wish.act === "translate") return translate(tx, actor, plan, changes);
  const sparing = (ids: readonly number[]) => keptOut(tx, plan.id, ids);
  await write(tx, actor, plan.asked.wish, changes, sparing);
  return changes.length;
}

type Sparing = NonNullable<ApplyOptions["sparing"]>;

/** Strings of a plan that somebody has unticked: nothing comes to them from equal ones either. */
async function keptOut(tx: Tx, planId: string, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const o = unnest(
    "o",
    { id: u.id },
    ids.map((id) => ({ id })),
  );
  const rows = await tx.rows(sql`
    select ${pick(o, "id")} from ${o} join ${b} on ${b.id} = ${planId} and ${o.id} = any(${b.keptOut})`);
  return new Set(rows.map(({ id }) => id));
}

async function write(
  tx: Tx,
  actor: Actor,
  wish: Exclude<Wish, TranslateWish>,
  changes: readonly Change[],
  sparing: Sparing,
): Promise<void> {
  switch (wish.act) {
    case "replace":
      await applyAndPropagate(tx, actor, editsOf(changes, ACTION.TRANSLATION_REPLACED), { sparing });
      return;
    case "revert":
      await applyAndPropagate(tx, actor, editsOf(changes, ACTION.TRANSLATION_REVERTED), { polish: false, sparing });
      return;
    case "edit":
      await applyEdits(tx, actor, editsOf(changes, ACTION.BULK_STATUS_CHANGED), { polish: false });
      await describeAll(
        tx,
        actor,
        changes.flatMap(({ unit, about }) => (about ? [{ unit, ...about }] : [])),
      );
      return;
    case "dismiss":
      await markFindings(
        tx,
        actor,
        changes.map(({ unit, checks = [] }) => ({ unit, checks })),
        true,
      );
      return;
    case "accept":
      await accept(tx, actor, changes, sparing);
      return;
    case "remove":
      await remove(tx, actor, changes);
      return;
  }
}

/** Gives strings the texts that were found for them. What has been suggested already is not suggested again. */
async function translate(tx: Tx, actor: Actor, { id, userId }: PlanRow, changes: readonly Change[]): Promise<number> {
  const credit = { operationId: id, authorId: ledgerUser(actor) ?? userId };
  const details = ({ origin }: Change) => ({ ...origin?.source });
  const wanted = changes.flatMap((change) => {
    const { unit, suggested: targets } = change;
    return targets ? [{ unit, targets, details: details(change) }] : [];
  });
  let changed = wanted.length === 0 ? 0 : await suggestMany(tx, actor, wanted, { cause: "machine", ...credit });
  const edited = changes.flatMap((change) => {
    const { unit, edit } = change;
    return edit ? [{ unit, ...edit, action: ACTION.AUTOMATICALLY_TRANSLATED, details: details(change) }] : [];
  });
  for (const cause of ["machine", "memory"] as const) {
    const some = edited.filter((edit) => (edit.details.auto_source === "others") === (cause === "memory"));
    if (some.length > 0) await applyEdits(tx, actor, some, { cause, automatic: true, ...credit });
    changed += some.length;
  }
  return changed;
}

const editsOf = (changes: readonly Change[], action: number): UnitEdit[] =>
  changes.flatMap(({ unit, edit }) => (edit ? [{ unit, ...edit, action }] : []));

/** Whoever suggested a text is credited. */
async function accept(tx: Tx, actor: Actor, changes: readonly Change[], sparing: Sparing): Promise<void> {
  const byAuthor = new Map<number | null, Change[]>();
  for (const change of changes) {
    const author = change.suggestion?.userId ?? ledgerUser(actor);
    byAuthor.set(author, [...(byAuthor.get(author) ?? []), change]);
  }
  for (const [authorId, some] of byAuthor) {
    const edits = some.flatMap((change) =>
      editsOf([change], ACTION.SUGGESTION_ACCEPTED).map((edit) => ({
        ...edit,
        suggesterId: change.suggestion && suggesterOf(change.suggestion),
      })),
    );
    await applyAndPropagate(tx, actor, edits, { authorId, sparing });
  }
  const taken = changes.flatMap(({ suggestion }) => (suggestion ? [suggestion.id] : []));
  await removeSuggestions(
    tx,
    changes.map(({ unit }) => unit.id),
    taken,
  );
}

async function remove(tx: Tx, actor: Actor, changes: readonly Change[]): Promise<void> {
  const ids = [...new Set(changes.map(({ unit }) => unit.componentId))];
  for (const component of await componentsById(actor, ids))
    for (const everywhere of [true, false]) {
      const going = changes.flatMap(({ unit }) =>
        unit.componentId === component.id && unit.isSource === everywhere ? [unit.id] : [],
      );
      if (going.length > 0)
        await removeStrings(tx, actor, component, { ids: going, everywhere }, { action: ACTION.STRING_REMOVED });
    }
}

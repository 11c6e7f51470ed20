import type { Tx } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { componentsById } from "../../components/components";
import { applyEdits, type UnitEdit } from "../../units/apply-edits";
import { describeAll } from "../../units/describe-source";
import { markFindings } from "../../units/findings";
import { applyAndPropagate } from "../../units/propagate";
import { removeStrings } from "../../units/remove-unit";
import { removeSuggestions } from "../../units/suggested";
import type { Wish } from "../wish";
import type { Change } from "./decide";

/** Writes changes of locked strings, a handful of statements for however many. */
export async function carryOut(tx: Tx, actor: Actor, wish: Wish, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  switch (wish.act) {
    case "replace":
      await applyAndPropagate(tx, actor, editsOf(changes, ACTION.TRANSLATION_REPLACED));
      return;
    case "revert":
      await applyAndPropagate(tx, actor, editsOf(changes, ACTION.TRANSLATION_REVERTED), { polish: false });
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
      await accept(tx, actor, changes);
      return;
    case "remove":
      await remove(tx, actor, changes);
      return;
  }
}

const editsOf = (changes: readonly Change[], action: number): UnitEdit[] =>
  changes.flatMap(({ unit, edit }) => (edit ? [{ unit, ...edit, action }] : []));

/** Whoever suggested a text is credited. */
async function accept(tx: Tx, actor: Actor, changes: readonly Change[]): Promise<void> {
  const byAuthor = new Map<number | null, Change[]>();
  for (const change of changes) {
    const author = change.suggestion?.userId ?? ledgerUser(actor);
    byAuthor.set(author, [...(byAuthor.get(author) ?? []), change]);
  }
  for (const [authorId, some] of byAuthor)
    await applyAndPropagate(tx, actor, editsOf(some, ACTION.SUGGESTION_ACCEPTED), { authorId });
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

import { pendingChanges, sourceUnits, suggestions, units } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { joinForms, record } from "../../changes/record";
import { applyCounterChanges } from "../../counters/counters";
import { applyCountDifference, countUnits } from "../../counters/unit-counters";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { PENDING_EDIT } from "../../files/pending-edits";
import { formatOf } from "../../files/strings";
import {
  type ClashRule,
  type FormerEdit,
  type KeptText,
  type MergeOutcome,
  mergeStrings,
  type Ours,
} from "./merge-strings";

const [p, n] = [pendingChanges.as("p"), pendingChanges.as("n")];
const [u, s] = [units.as("u"), sourceUnits.as("s")];

/**
 * Merges upstream's changes of one file with our pending edits, string by string. Our edits stay pending where they
 * still differ from upstream's file; where both sides changed one string to different texts, by default upstream's goes in
 * and ours is kept as a suggestion.
 */
export async function mergePending(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  changes: readonly StringChange[],
  rule: ClashRule = "theirs",
): Promise<MergeOutcome & { waiting: Ours[] }> {
  const pending = await tx.rows(sql`
    select distinct on (${p.idHash}) ${PENDING_EDIT}, ${pick(p, "unitId", "authorId")}
    from ${p} where ${p.translationId} = ${translation.id} order by ${p.idHash}, ${p.id} desc`);
  if (pending.length === 0) return { changes: [...changes], kept: [], clashes: 0, waiting: [] };
  const former = await formerEdits(tx, translation, changes);
  const stays = (idHash: string) => context.monolingual || context.template?.has(idHash) === true;
  const how = { rule, stays };
  const { settled, arrived, ...outcome } = mergeStrings(formatOf(context.component), pending, changes, former, how);
  if (settled.length > 0) await settle(tx, translation, settled);
  for (const { id, idHash } of arrived)
    await tx.run(sql`
      delete from ${p} where ${p.translationId} = ${translation.id} and ${p.idHash} = ${idHash}::bigint and ${p.id} <= ${id}`);
  const gone = new Set(settled);
  return { ...outcome, waiting: pending.filter((row) => !gone.has(row.idHash)) };
}

/**
 * Lets nobody save these strings before the transaction ends. Whoever is about to save one is waited for: what was
 * saved is seen by the merge, and what comes later is saved over its outcome.
 */
export async function lockStrings(
  tx: Tx,
  translation: SyncTranslation,
  changes: readonly StringChange[],
): Promise<void> {
  const hashes = hashesOf(changes);
  if (hashes.length === 0) return;
  await tx.run(sql`
    select 1 from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translation.id} and ${anyOf(asHash(s.idHash), hashes)} order by ${u.id} for update of u`);
}

const hashesOf = (changes: readonly StringChange[]): string[] =>
  changes.flatMap((change) => (change.after ?? change.before)?.idHash ?? []);

/** Edits of these strings that have newer ones behind them. */
async function formerEdits(
  tx: Tx,
  translation: SyncTranslation,
  changes: readonly StringChange[],
): Promise<FormerEdit[]> {
  return tx.rows(sql`
    select ${PENDING_EDIT} from ${p} where ${p.translationId} = ${translation.id} and ${anyOf(asHash(p.idHash), hashesOf(changes))}
      and exists (select from ${n} where ${n.translationId} = ${p.translationId} and ${n.idHash} = ${p.idHash} and ${n.id} > ${p.id})
    order by ${p.id}`);
}

/** Edits that upstream has taken over, or won against, wait no longer. */
async function settle(tx: Tx, translation: SyncTranslation, settled: readonly string[]): Promise<void> {
  await tx.run(
    sql`delete from ${p} where ${p.translationId} = ${translation.id} and ${anyOf(asHash(p.idHash), settled)}`,
  );
  const units = await tx.run(sql`
    update ${u} set ${assigned(u, { pending: false })} from ${s}
    where ${s.id} = ${u.sourceId} and ${u.translationId} = ${translation.id} and ${anyOf(asHash(s.idHash), settled)} and ${u.pending}`);
  await applyCounterChanges(tx, [{ translationId: translation.id, numbers: { pending: -units } }]);
}

/** Keeps texts that upstream does not have as suggestions, such as those that lost a clash, and marks the strings for a look. */
export async function keepClashes(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  kept: readonly KeptText[],
  reason = "clash",
): Promise<void> {
  for (const { ours, targets, authorId } of kept) {
    const unit = await tx.one(sql`
      select ${pick(u, "id", "state")} from ${u} join ${s} on ${s.id} = ${u.sourceId}
      where ${u.translationId} = ${translation.id} and ${s.idHash} = ${ours.idHash}::bigint`);
    // A removed string has no place for a suggestion; its text stands in the ledger.
    if (!unit) continue;
    const before = await countUnits(tx, [unit.id]);
    await tx.run(sql`
      insert into ${suggestions} ${row(suggestions, {
        unitId: unit.id,
        userId: authorId,
        targets: sql`split_forms(${joinForms(targets)})`,
        cause: "merge",
      })} on conflict do nothing`);
    const done = sql`${u.state} = ${literal(STATE.TRANSLATED)}`;
    await tx.run(sql`
      update ${u} set ${assigned(u, {
        suggested: true,
        state: sql`case when ${done} then ${literal(STATE.NEEDS_CHECKING)} else ${u.state} end`,
        originalState: sql`case when ${done} then ${literal(STATE.NEEDS_CHECKING)} else ${u.originalState} end`,
        version: sql`${u.version} + 1`,
      })} where ${u.id} = ${unit.id}`);
    await applyCountDifference(tx, before, await countUnits(tx, [unit.id]));
    await record(tx, SERVICE, [
      {
        action: ACTION.SUGGESTION_ADDED,
        cause: "repository",
        authorId,
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: translation.id,
        languageId: translation.languageId,
        unitId: unit.id,
        target: joinForms(targets),
        details: { reason },
      },
    ]);
  }
}

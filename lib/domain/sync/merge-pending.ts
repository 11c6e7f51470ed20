import { literal, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { joinForms, record } from "../changes/record";
import { moveCounters } from "../counters/counters";
import { moveBetween, weighUnits } from "../counters/unit-counters";
import type { SyncContext, SyncTranslation } from "../files/context";
import type { StringChange } from "../files/file-strings";
import { formatOf } from "../files/strings";
import { type MergeOutcome, mergeStrings, type Ours } from "./merge-strings";

/**
 * Merges upstream's changes of one file with our pending edits, string by string. Our edits stay pending where they
 * still differ from upstream's file; where both sides changed one string to different texts, upstream's goes in and ours is
 * kept as a suggestion.
 */
export async function mergePending(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  changes: readonly StringChange[],
): Promise<MergeOutcome> {
  const pending = await tx.rows<Ours>(sql`
    select distinct on (id_hash) id, kind, id_hash::text as id_hash, unit_id, context, sources, targets, state, author_id
    from pending_changes where translation_id = ${translation.id} order by id_hash, id desc`);
  if (pending.length === 0) return { changes: [...changes], kept: [], clashes: 0 };
  const { settled, ...outcome } = mergeStrings(formatOf(context.component), pending, changes);
  if (settled.length > 0) await settle(tx, translation, settled);
  return outcome;
}

/** Edits that upstream has taken over, or won against, wait no longer. */
async function settle(tx: Tx, translation: SyncTranslation, settled: readonly string[]): Promise<void> {
  await tx.run(
    sql`delete from pending_changes where translation_id = ${translation.id} and id_hash = any(${settled}::bigint[])`,
  );
  const units = await tx.run(sql`
    update units u set pending = false from source_units s
    where s.id = u.source_id and u.translation_id = ${translation.id} and s.id_hash = any(${settled}::bigint[]) and u.pending`);
  await moveCounters(tx, [{ translationId: translation.id, numbers: { pending: -units } }]);
}

/** Keeps texts that lost a clash as suggestions and marks the string for a look. */
export async function keepClashes(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  kept: MergeOutcome["kept"],
): Promise<void> {
  for (const { ours, targets, authorId } of kept) {
    const unit = await tx.one<{ id: number; state: number }>(sql`
      select u.id, u.state from units u join source_units s on s.id = u.source_id
      where u.translation_id = ${translation.id} and s.id_hash = ${ours.idHash}::bigint`);
    // A removed string has no place for a suggestion; its text stands in the ledger.
    if (!unit) continue;
    const before = await weighUnits(tx, [unit.id]);
    await tx.run(sql`
      insert into suggestions (unit_id, user_id, targets, cause) values (${unit.id}, ${authorId}, split_forms(${joinForms(targets)}), 'merge') on conflict do nothing`);
    await tx.run(sql`
      update units set suggested = true, state = case when state = ${literal(STATE.TRANSLATED)} then ${literal(STATE.NEEDS_CHECKING)} else state end,
        original_state = case when state = ${literal(STATE.TRANSLATED)} then ${literal(STATE.NEEDS_CHECKING)} else original_state end, version = version + 1 where id = ${unit.id}`);
    await moveBetween(tx, before, await weighUnits(tx, [unit.id]));
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
        details: { reason: "clash" },
      },
    ]);
  }
}

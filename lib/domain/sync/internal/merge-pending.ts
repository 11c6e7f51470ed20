import { pendingChanges, sourceUnits, suggestions, units } from "@/lib/generated/tables";
import { assigned, columnsOf, eachRow, named, pick, recordset, unnest } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { joinForms, record } from "../../changes/record";
import { applyCounterChanges } from "../../counters/counters";
import { applyCountDifference, countHeldUnits, countUnits } from "../../counters/unit-counters";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { PENDING_EDIT } from "../../files/pending-edits";
import { filled, formatOf } from "../../files/strings";
import {
  type FormerEdit,
  type KeptText,
  type MergeHow,
  type MergeOutcome,
  mergeStrings,
  type Ours,
} from "./merge-strings";

const [p, n] = [pendingChanges.as("p"), pendingChanges.as("n")];
const [u, s] = [units.as("u"), sourceUnits.as("s")];

const KEPT = { ...columnsOf(suggestions, "unitId", "userId"), forms: TYPE.text };

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
  how: MergeHow = {},
): Promise<MergeOutcome & { waiting: Ours[] }> {
  const pending = await tx.rows(sql`
    select distinct on (${p.idHash}) ${PENDING_EDIT}, ${pick(p, "unitId", "authorId", "authorName", "createdAt")}
    from ${p} where ${p.translationId} = ${translation.id} order by ${p.idHash}, ${p.id} desc`);
  if (pending.length === 0) return { changes: [...changes], kept: [], clashes: [], waiting: [] };
  const former = await formerEdits(tx, translation, changes);
  const { settled, arrived, ...outcome } = mergeStrings(formatOf(context.component), pending, changes, former, how);
  const explained = await stillExplained(tx, translation, settled, changes);
  const done = settled.filter((hash) => !explained.has(hash));
  if (done.length > 0) await settle(tx, translation, done);
  if (arrived.length > 0) {
    const w = unnest("w", { id: p.id, idHash: TYPE.hash }, arrived);
    await tx.run(sql`
      delete from ${p} using ${w} where ${p.translationId} = ${translation.id} and ${p.idHash} = ${w.idHash} and ${p.id} <= ${w.id}`);
  }
  const gone = new Set(done);
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

/**
 * Texts that are settled while the file lacks what was said of them here: their newest edit goes on waiting, with upstream's
 * text. Gives their identities.
 */
async function stillExplained(
  tx: Tx,
  translation: SyncTranslation,
  settled: readonly string[],
  changes: readonly StringChange[],
): Promise<Set<string>> {
  if (settled.length === 0) return new Set();
  const theirs = new Map(changes.flatMap(({ after }) => (after ? [[after.idHash, after] as const] : [])));
  const waiting = await tx.rows(sql`
    select distinct on (${p.idHash}) ${pick(p, "id", "explanation")}, ${named({ idHash: hashText(p.idHash) })} from ${p}
    where ${p.translationId} = ${translation.id} and ${anyOf(asHash(p.idHash), settled)} and ${p.explanation} is not null
    order by ${p.idHash}, ${p.id} desc`);
  const kept = waiting.flatMap(({ id, idHash, explanation }) => {
    const after = theirs.get(idHash);
    if (!after || filled(after.targets).length === 0 || (after.explanation ?? "") === explanation) return [];
    return [{ id, idHash, targets: after.targets, state: after.state }];
  });
  if (kept.length > 0) {
    const w = recordset("w", { ...columnsOf(p, "id", "targets", "state"), idHash: TYPE.hash }, kept);
    await tx.run(sql`
      delete from ${p} using ${w} where ${p.translationId} = ${translation.id} and ${p.idHash} = ${w.idHash} and ${p.id} <> ${w.id}`);
    await tx.run(sql`
      update ${p} set ${assigned(p, { targets: w.targets, state: w.state, commit: null })} from ${w} where ${p.id} = ${w.id}`);
  }
  return new Set(kept.map(({ idHash }) => idHash));
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

/**
 * Keeps texts that are in no file as suggestions, such as those that lost a clash, and marks the strings for a look. With
 * a constant number of statements.
 */
export async function keepClashes(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  kept: readonly KeptText[],
  reason = "clash",
  cause = "merge",
): Promise<void> {
  if (kept.length === 0) return;
  const found = await tx.rows(sql`
    select ${pick(u, "id")}, ${named({ idHash: hashText(s.idHash) })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translation.id} and ${anyOf(
      asHash(s.idHash),
      kept.map(({ ours }) => ours.idHash),
    )}`);
  const unitOf = new Map(found.map((row) => [row.idHash, row.id]));
  // A removed string has no place for a suggestion; its text stands in the ledger.
  const texts = kept.flatMap(({ ours, targets, authorId, settled }) => {
    const unitId = unitOf.get(ours.idHash);
    return unitId === undefined ? [] : [{ unitId, forms: joinForms(targets), userId: authorId, settled }];
  });
  if (texts.length === 0) return;
  const ids = [...new Set(texts.map(({ unitId }) => unitId))];
  const before = await countHeldUnits(tx, ids);
  const n = unnest("n", KEPT, texts);
  await tx.run(sql`
    insert into ${suggestions} ${eachRow(suggestions, {
      ...columnsOf(n, "unitId", "userId"),
      targets: sql`split_forms(${n.forms})`,
      cause,
    })} from ${n} on conflict do nothing`);
  const open = texts.flatMap(({ unitId, settled }) => (settled ? [] : [unitId]));
  const done = sql`${u.state} = ${literal(STATE.TRANSLATED)} and ${anyOf(u.id, open)}`;
  await tx.run(sql`
    update ${u} set ${assigned(u, {
      suggested: true,
      state: sql`case when ${done} then ${literal(STATE.NEEDS_CHECKING)} else ${u.state} end`,
      originalState: sql`case when ${done} then ${literal(STATE.NEEDS_CHECKING)} else ${u.originalState} end`,
      version: sql`${u.version} + 1`,
    })} where ${anyOf(u.id, ids)}`);
  await applyCountDifference(tx, before, await countUnits(tx, ids));
  await record(
    tx,
    SERVICE,
    texts.map(({ unitId, forms, userId }) => ({
      action: ACTION.SUGGESTION_ADDED,
      cause: "repository" as const,
      authorId: userId,
      projectId: context.component.projectId,
      componentId: context.component.id,
      translationId: translation.id,
      languageId: translation.languageId,
      unitId,
      target: forms,
      details: { reason },
    })),
  );
}

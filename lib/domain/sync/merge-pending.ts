import { sql, type Tx } from "@/lib/platform/database";
import { type EntryEdit, type EntryState, storedState } from "@/lib/text/formats/format";
import { type MergeEntry, mergeEntries } from "@/lib/text/merge/merge";
import { SERVICE } from "../access/actor";
import { ACTION } from "../changes/actions";
import { joinForms, record } from "../changes/record";
import { moveCounters } from "../statistics/counters";
import { moveBetween, weighUnits } from "../statistics/weigh";
import type { SyncContext, SyncTranslation } from "./context";
import { entryState, type FileString, formatOf, sameTexts, stateNumber } from "./strings";
import type { StringChange } from "./translation-strings";

/** An edit of ours that upstream does not have yet; the newest one of its string. */
interface Ours {
  id: number;
  kind: string;
  idHash: string;
  unitId: number | null;
  context: string;
  sources: string[];
  targets: string[];
  state: number;
  authorId: number | null;
}

export interface MergeOutcome {
  /** What of upstream's changes goes into the rows. */
  changes: StringChange[];
  /** Texts that lost a clash, kept as suggestions. */
  kept: { ours: Ours; targets: string[]; authorId: number | null }[];
  clashes: number;
}

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
  const format = formatOf(context.component);
  const oursOf = new Map(pending.map((row) => [row.idHash, row]));
  const outcome: MergeOutcome = { changes: [], kept: [], clashes: 0 };
  const settled: string[] = [];
  const rewritten: { idHash: string; targets: string[]; state: number }[] = [];
  for (const change of changes) {
    const hash = (change.after ?? change.before)?.idHash ?? "";
    const ours = oursOf.get(hash);
    if (!ours) {
      outcome.changes.push(change);
      continue;
    }
    if (ours.kind === "remove") {
      // Gone on both sides is done; what upstream changed meanwhile comes back, for no text may be lost unseen.
      if (change.after) outcome.changes.push({ before: undefined, after: change.after });
      settled.push(hash);
      continue;
    }
    const mine = storedState(format, entryState(ours.state));
    const merged = mergeOne(change, ours, mine);
    if (merged.kind === "theirs") {
      // Upstream says what we say: the row stands as it is, only nothing waits any more.
      const agreed =
        change.after && sameTexts(change.after.targets, ours.targets) && entryState(change.after.state) === mine;
      if (!agreed) outcome.changes.push(change);
      settled.push(hash);
      if (merged.clash) {
        outcome.clashes++;
        outcome.kept.push({ ours, targets: ours.targets, authorId: ours.authorId });
      }
    } else {
      // What the row holds now is the merge of both; the file gets it with the next commit.
      const state = merged.edit.state === mine ? ours.state : stateNumber(merged.edit.state, context.reviews);
      outcome.changes.push({ before: change.before, after: asString(change, ours, merged.edit.targets, state) });
      rewritten.push({ idHash: hash, targets: merged.edit.targets, state });
    }
  }
  await settle(tx, translation, settled, rewritten);
  return outcome;
}

type Merged = { kind: "theirs"; clash: boolean } | { kind: "ours"; edit: Extract<EntryEdit, { kind: "set" | "add" }> };

function mergeOne(change: StringChange, ours: Ours, state: EntryState): Merged {
  const id = (change.after ?? change.before)?.entryId ?? "";
  const base = change.before ? [entryOf(change.before, id)] : [];
  const theirs = change.after ? [entryOf(change.after, id)] : [];
  const mine: MergeEntry = {
    id,
    context: ours.context,
    sources: (change.after ?? change.before)?.sources ?? ours.sources,
    targets: ours.targets,
    state,
    plural: ours.targets.length > 1 || ((change.after ?? change.before)?.sources.length ?? 1) > 1,
  };
  const result = mergeEntries(base, [mine], theirs, "theirs");
  const edit = result.edits.find((candidate) => candidate.kind === "set" || candidate.kind === "add");
  if (edit && (edit.kind === "set" || edit.kind === "add")) return { kind: "ours", edit };
  return { kind: "theirs", clash: result.clashes.length > 0 };
}

function entryOf(string: FileString, id: string): MergeEntry {
  return {
    id,
    context: string.context,
    sources: string.sources,
    targets: string.targets,
    state: entryState(string.state),
    plural: string.sources.length > 1 || string.targets.length > 1,
  };
}

function asString(change: StringChange, ours: Ours, targets: string[], state: number): FileString {
  const model = change.after ?? change.before;
  return {
    idHash: ours.idHash,
    entryId: model?.entryId ?? "",
    context: ours.context,
    sources: model?.sources ?? ours.sources,
    targets,
    state,
    note: model?.note ?? "",
    location: model?.location ?? "",
    flags: model?.flags ?? "",
    previousSource: "",
    position: model?.position ?? 0,
    readOnly: false,
  };
}

/** Rows that upstream has taken over (or won against) wait no longer; merged ones wait with their merged text. */
async function settle(
  tx: Tx,
  translation: SyncTranslation,
  settled: readonly string[],
  rewritten: readonly { idHash: string; targets: string[]; state: number }[],
): Promise<void> {
  if (settled.length > 0) {
    await tx.run(
      sql`delete from pending_changes where translation_id = ${translation.id} and id_hash = any(${settled}::bigint[])`,
    );
    const units = await tx.run(sql`
      update units u set pending = false from source_units s
      where s.id = u.source_id and u.translation_id = ${translation.id} and s.id_hash = any(${settled}::bigint[]) and u.pending`);
    await moveCounters(tx, [{ translationId: translation.id, numbers: { pending: -units } }]);
  }
  if (rewritten.length > 0)
    await tx.run(sql`
      update pending_changes p set targets = split_forms(t.targets), state = t.state
      from unnest(${rewritten.map((row) => row.idHash)}::bigint[], ${rewritten.map((row) => joinForms(row.targets))}::text[], ${rewritten.map((row) => row.state)}::smallint[])
        as t(id_hash, targets, state)
      where p.translation_id = ${translation.id} and p.id_hash = t.id_hash
        and p.id = (select max(x.id) from pending_changes x where x.translation_id = p.translation_id and x.id_hash = p.id_hash)`);
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
      update units set suggested = true, state = case when state = 20 then 12 else state end,
        original_state = case when state = 20 then 12 else original_state end, version = version + 1 where id = ${unit.id}`);
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

import { pendingChanges, units } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import { type NewClash, recordClashes } from "../clashes/record";
import { applyCounterChanges } from "../counters/counters";
import type { Worded } from "../errors";
import type { SyncContext, SyncTranslation } from "../files/context";
import type { StringChange } from "../files/file-strings";
import type { RefusedEdit } from "../files/open-file";
import { PENDING_EDIT } from "../files/pending-edits";
import { type FileString, filled } from "../files/strings";
import { keepClashes, lockStrings } from "./internal/merge-pending";
import type { Ours } from "./internal/merge-strings";
import { type AuthorOf, upstreamAuthors } from "./internal/upstream-authors";
import { loadSources } from "./source-strings";
import { updateTranslation } from "./translation-strings";

const [p, n, r] = [pendingChanges.as("p"), pendingChanges.as("n"), pendingChanges.as("r")];
const u = units.as("u");

/** The file of a language that cannot hold some edits. */
export interface FullFile {
  /** Its strings by identity, as our branch has them. */
  strings: ReadonlyMap<string, FileString>;
  /** Tells who wrote them, from upstream's commit. */
  copy: WorkingCopy;
  commit: string;
}

/**
 * Edits that the file of a language cannot hold become clashes: the strings say what the file says, and the texts are
 * kept in the clash and as suggestions, to be put back or dropped. What was saved after such an edit goes on waiting.
 * @param refused the newest edits that were tried, each with the reason
 * @param committed whether commits of ours lose the former edits of these strings, too
 */
export async function keepUnwritable(
  context: SyncContext,
  translation: SyncTranslation,
  refused: readonly RefusedEdit[],
  file: FullFile,
  committed = false,
): Promise<void> {
  const ids = refused.map(({ id }) => id);
  const reasonOf = new Map(refused.map(({ id, ...why }) => [id, why]));
  const edits = await db.rows(sql`
    select ${PENDING_EDIT}, ${pick(p, "unitId", "authorId", "authorName", "createdAt")}
    from ${p} where ${anyOf(p.id, ids)} order by ${p.id}`);
  const changes = edits.map((edit) => ({ before: asString(edit), after: file.strings.get(edit.idHash) }));
  const span = { copy: file.copy, from: undefined, to: file.commit };
  const authorOf = await upstreamAuthors(span, context, translation, translation.filename, changes);
  await inTransaction(async (tx) => {
    await lockStrings(tx, translation, changes);
    const newest = await tx.rows(sql`
      select ${pick(p, "id")} from ${p} where ${anyOf(p.id, ids)} and not exists (
        select from ${n} where ${n.translationId} = ${p.translationId} and ${n.idHash} = ${p.idHash} and ${n.id} > ${p.id})`);
    await forget(tx, translation, ids, committed);
    const standing = new Set(newest.map(({ id }) => id));
    const left = edits.flatMap((edit) =>
      standing.has(edit.id) ? [{ ...edit, reason: reasonOf.get(edit.id) ?? { message: "" } }] : [],
    );
    if (left.length > 0) await takeOver(tx, context, translation, left, file.strings, authorOf);
  });
}

/** These edits wait no longer, and neither do former ones of their strings. */
async function forget(tx: Tx, translation: SyncTranslation, ids: readonly number[], committed: boolean): Promise<void> {
  const hashes = await tx.rows(sql`
    delete from ${p} using ${r} where ${anyOf(r.id, ids)} and ${p.translationId} = ${r.translationId} and ${p.idHash} = ${r.idHash}
      and ${p.id} <= ${r.id} and (${p.commit} is null or ${committed}) returning ${pick(p, "unitId")}`);
  const settled = await tx.run(sql`
    update ${u} set ${assigned(u, { pending: false })} where ${anyOf(
      u.id,
      hashes.flatMap(({ unitId }) => unitId ?? []),
    )} and ${u.pending} and not exists (select from ${p} where ${p.unitId} = ${u.id} and ${p.commit} is null)`);
  await applyCounterChanges(tx, [{ translationId: translation.id, numbers: { pending: -settled } }]);
}

type Edit = Ours & { reason: Worded };

/** Strings as the file has them, and the texts that it cannot hold beside them. */
async function takeOver(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  edits: readonly Edit[],
  strings: ReadonlyMap<string, FileString>,
  authorOf: AuthorOf,
): Promise<void> {
  const hashes = edits.map(({ idHash }) => idHash);
  const sources = await loadSources(tx, context.component.id, hashes);
  const changes = edits.map((edit): StringChange => ({ before: asString(edit), after: strings.get(edit.idHash) }));
  // A string that only this file lacks stays, or there would be nothing to put its text back into.
  const staying = { ...context, template: new Set([...(context.template ?? []), ...hashes]) };
  const reasons = new Map(edits.map(({ idHash, reason }) => [idHash, reason]));
  await updateTranslation(tx, staying, translation, sources, changes, reasons);
  const kept = edits.filter((edit) => edit.kind !== "remove" && filled(edit.targets).length > 0);
  await keepClashes(
    tx,
    context,
    translation,
    kept.map((edit) => ({ ours: edit, targets: edit.targets, authorId: edit.authorId })),
    "cannot be written",
  );
  const place = { componentId: context.component.id, translationId: translation.id };
  const clashes = edits.map((edit) => clashOf(edit, strings.get(edit.idHash), authorOf));
  await recordClashes(tx, place, context.component.clashRule, clashes);
}

function clashOf(edit: Edit, theirs: FileString | undefined, authorOf: AuthorOf): NewClash {
  const { idHash, context, sources, reason, authorId: userId, authorName: name, createdAt: at } = edit;
  const gone = edit.kind === "remove";
  return {
    ...{ idHash, context, sources, kind: "unwritable", refusal: reason.message, base: [], winner: "theirs" },
    refusalSaid: reason.said ?? null,
    translator: {
      ...{ userId, name, at },
      targets: gone ? [] : edit.targets,
      state: gone ? STATE.EMPTY : edit.state,
    },
    upstream: { targets: theirs?.targets ?? [], state: theirs?.state ?? STATE.EMPTY, author: authorOf(idHash) },
  };
}

/** An edit as the string that it wants to be. */
function asString({ idHash, context, sources, targets, state }: Ours): FileString {
  return {
    ...{ idHash, entryId: "", context, sources, targets, state },
    ...{ note: "", location: "", flags: "", previousSource: "", position: 0, readOnly: false },
  };
}

import { pendingChanges, plurals, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText, present } from "@/lib/platform/expressions";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import type { FileFault } from "@/lib/text/formats/kernel/format";
import { SERVICE } from "../../access/actor";
import { ACTION } from "../../change-actions";
import { record } from "../../changes/record";
import { applyCountDifference, countHeldUnitsOfSources } from "../../counters/unit-counters";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { type ReadFile, readFile } from "../../files/read-file";
import { type FileString, filled, formatOf, isDocument, sameTexts } from "../../files/strings";
import { storePlural } from "../../languages/languages";
import { TAKEN_BACK } from "../../units/suggested";
import type { MatchedFile } from "../match-files";
import { readSnapshot, snapshotCommit, snapshotMove, writeSnapshot } from "../snapshots";
import { addSources, type KnownSource, loadSources } from "../source-strings";
import { fillTranslation, updateTranslation } from "../translation-strings";
import { moveAttachments } from "./attachments";
import { cameBack } from "./came-back";
import { carryOver, NOTHING_CARRIED } from "./carry-over";
import { presentNames, underPresentNames } from "./former-keys";
import type { ListMove } from "./list-moves";
import { keepClashes, lockStrings, mergePending } from "./merge-pending";
import type { MergeRule } from "./merge-strings";
import { changesAcross, placesNow, stepsFollowed } from "./moved-strings";
import { waitForFiles } from "./rename-sources";
import { textsTakenBack } from "./taken-back";
import { authorsOfTouched, tellClashes } from "./tell-clashes";
import type { UpstreamSpan } from "./upstream-authors";

const [t, q] = [translations.as("t"), plurals.as("q")];
const [u, s, p] = [units.as("u"), sourceUnits.as("s"), pendingChanges.as("p")];

/** A file that could not be read, for the alert. */
export interface FileProblem extends FileFault {
  filename: string;
}

export interface FileOutcome {
  strings: number;
  changed: number;
  clashes: number;
  duplicates: string[];
}

/** The base file that translations are read beside: as upstream has it, and as it was read last. */
export interface Bases {
  now?: Uint8Array;
  former?: Uint8Array;
  /** True when the file is read anew though it is known: its texts are compared with the rows as well. */
  anew?: boolean;
  /** New identities of strings whose keys upstream renamed, by their former ones. */
  renamed?: ReadonlyMap<string, string>;
  /** What the base file moved in its lists, as long as files have not followed. */
  moves?: readonly ListMove[];
  /** True when upstream took back what it had: texts of ours that went with it are kept. */
  rewritten?: boolean;
  rule?: MergeRule;
  /** Tells who wrote upstream's texts. */
  history?: UpstreamSpan["copy"];
}

/**
 * Takes over one translation file in one transaction: strings, findings, ledger, counters, pending edits merged, and
 * the snapshot that says it has been done. A second run finds nothing to do.
 * @param known source strings by identity, shared between the files of one first import; filled up on the way
 * @throws FormatError
 */
export async function syncTranslationFile(
  context: SyncContext,
  translation: SyncTranslation,
  file: MatchedFile,
  copy: Pick<WorkingCopy, "read">,
  commit: string,
  known: Map<string, KnownSource> | undefined,
  bases: Bases = {},
): Promise<FileOutcome> {
  const content = await copy.read(file.blob, file.path);
  // Nobody writes the snapshot but who holds the working copy, as we do.
  const former = await readSnapshot(db, translation.id);
  const contents = { bytes: content, base: bases.now, former, formerBase: former && (bases.former ?? bases.now) };
  const anew = bases.anew === true;
  const since = former && bases.moves?.length ? await snapshotMove(db, translation.id) : 0;
  const kept = former ? (bases.moves ?? []).filter(({ id }) => id > since) : [];
  const steps = kept.map(({ moves }) => moves);
  let read = await readFile(context, translation, contents, { whole: anew || steps.length > 0, ownForms: true });
  const present =
    context.monolingual && read.known ? await presentNames(db, context.component.id, read.changes) : new Map();
  // What else it has is asked for as well.
  if (present.size > 0 && read.strings.size < read.size)
    read = await readFile(context, translation, contents, { whole: true, ownForms: true });
  const followed = read.known ? stepsFollowed(read.former, read.strings, steps) : steps.length;
  if (steps.length > 0 && read.known) Object.assign(read, changesAcross(read.former, read.strings, steps, followed));
  const renamed = underPresentNames(read.changes, present, read.strings);
  read.changes = renamed.changes;
  const listMove = followed < steps.length ? (kept[followed - 1]?.id ?? since) : undefined;
  const { strings, duplicates, known: isKnown } = read;
  const span = bases.history && { copy: bases.history, from: await snapshotCommit(db, translation.id), to: commit };
  const authorOf = await authorsOfTouched(span, context, translation, file.path, read.changes);
  // What a transaction adds is there for other files once it has ended well, and not before.
  let found: ReadonlyMap<string, KnownSource> = new Map();
  const taken = await inTransaction(async (tx) => {
    if (!context.initial) await lockStrings(tx, translation, read.changes);
    const place = await fitPlural(tx, translation, read.plural);
    const isNew = !isKnown && !(await hasUnits(tx, place.id));
    const changes = underNewKeys(read.changes, bases.renamed).filter(
      // A block of a document that found no place beside its base is not a text that somebody removed.
      ({ after }) => after !== undefined || !isDocument(formatOf(context.component)),
    );
    if (isKnown && anew) changes.push(...(await strayed(tx, place.id, strings, changes)));
    const back = isKnown && anew && context.monolingual ? await cameBack(tx, place.id, strings) : [];
    const fillsAll = isNew && (context.monolingual || context.template !== undefined);
    const sources = await knownSources(tx, context, known, fillsAll ? undefined : [...changes, ...back]);
    if (!context.monolingual) await addMissing(tx, context, sources, changes);
    found = sources;
    // Counters come last: whoever moves them holds the rows of the component and the site until the commit.
    await writeSnapshot(tx, place.id, { path: file.path, blob: file.blob, content, commit, listMove });
    if (context.initial || isNew) await tellImported(tx, context, place, file.path, read.size);
    let clashes = 0;
    if (isNew) await fillTranslation(tx, context, place, sources, strings);
    else {
      const carried =
        isKnown && !context.monolingual && !context.initial
          ? await carryOver(tx, context, place, sources, changes)
          : { ...NOTHING_CARRIED, changes };
      const stays = (idHash: string) =>
        sources.has(idHash) && (context.monolingual || context.template?.has(idHash) === true);
      const sourcesOf = (idHash: string) => sources.get(idHash)?.sources;
      const outcome = await mergePending(tx, context, place, carried.changes, { rule: bases.rule, stays, sourcesOf });
      const removed = bases.rewritten ? await textsTakenBack(tx, place, outcome) : [];
      await updateTranslation(tx, context, place, sources, [...outcome.changes, ...back], carried.reasons);
      await waitForFiles(tx, carried.waiting, place.id);
      // Positions and keys of before are to become those of now.
      const behind = new Set([...placesNow(steps.slice(followed), []), ...renamed.named]);
      if (behind.size > 0) await waitForFiles(tx, await idsOf(tx, context, behind), place.id);
      await keepClashes(tx, context, place, [...outcome.kept, ...carried.kept]);
      await keepClashes(tx, context, place, removed, "taken back upstream", TAKEN_BACK);
      await tellClashes(tx, context, place, outcome.clashes, authorOf);
      clashes = outcome.clashes.length;
    }
    return { strings: read.size, changed: changes.length, clashes, duplicates };
  });
  if (known && !context.monolingual) for (const [idHash, source] of found) known.set(idHash, source);
  return taken;
}

/** Whether nobody's edit of a string waits, or is known to upstream only; a text that was carried over is nobody's. */
const isCalm = sql`
  not exists (select from ${p} where ${p.translationId} = ${u.translationId} and ${p.idHash} = ${s.idHash} and ${p.kind} <> 'carry')`;

/**
 * Texts that a file read anew says otherwise than the rows, as after a change of what says how files are read. Strings
 * with an edit that upstream lacks are not among them.
 */
async function strayed(
  tx: Tx,
  translationId: number,
  strings: ReadonlyMap<string, FileString>,
  changes: readonly StringChange[],
): Promise<StringChange[]> {
  const rows = await tx.rows(sql`
    select ${named({ idHash: hashText(s.idHash) })}, ${pick(u, "targets")} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translationId} and ${u.state} <> ${literal(STATE.READ_ONLY)} and ${isCalm}`);
  const seen = new Set(changes.map(({ before, after }) => (after ?? before)?.idHash));
  const found = rows.flatMap(({ idHash, targets }): StringChange[] => {
    const after = seen.has(idHash) ? undefined : strings.get(idHash);
    if (!after || sameTexts(filled(after.targets), filled(targets))) return [];
    return [{ before: { ...after, targets }, after }];
  });
  // Somebody may have saved one of them meanwhile.
  const still = await tx.rows(sql`
    select ${named({ idHash: hashText(s.idHash) })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translationId} and ${isCalm}
      and ${anyOf(
        asHash(s.idHash),
        found.flatMap(({ after }) => after?.idHash ?? []),
      )} order by ${u.id} for update of u`);
  const calm = new Set(still.map((row) => row.idHash));
  return found.filter(({ after }) => after && calm.has(after.idHash));
}

/**
 * Changes with the text that a string had under its former key, where the file has one under the new key. Left without
 * a text there, as for strings that are new, nobody has taken it away.
 */
function underNewKeys(
  changes: readonly StringChange[],
  renamed: ReadonlyMap<string, string> = new Map(),
): readonly StringChange[] {
  const former = new Map(
    changes.flatMap(({ before, after }) => {
      const idHash = !after && before && renamed.get(before.idHash);
      return idHash ? [[idHash, { ...before, idHash }] as const] : [];
    }),
  );
  return changes.map((change) =>
    change.after && !change.before && filled(change.after.targets).length > 0
      ? { ...change, before: former.get(change.after.idHash) }
      : change,
  );
}

/** Stored strings that moved, by where they stand now. */
async function idsOf(tx: Tx, context: SyncContext, hashes: Iterable<string>): Promise<number[]> {
  return [...(await loadSources(tx, context.component.id, [...hashes])).values()].map(({ id }) => id);
}

/** A new file is one line of the ledger, not one for each string. */
async function tellImported(
  tx: Tx,
  context: SyncContext,
  translation: SyncTranslation,
  filename: string,
  strings: number,
): Promise<void> {
  await record(tx, SERVICE, [
    {
      action: ACTION.RESOURCE_UPDATED,
      cause: "repository",
      projectId: context.component.projectId,
      componentId: context.component.id,
      translationId: translation.id,
      languageId: translation.languageId,
      details: { filename, strings, reason: "new file" },
    },
  ]);
}

/** The file's own number of plural forms wins over the language's. */
async function fitPlural(tx: Tx, translation: SyncTranslation, own: ReadFile["plural"]): Promise<SyncTranslation> {
  if (!own) return translation;
  const id = await storePlural(tx, translation.languageId, { ...own, source: 1 });
  await tx.run(sql`update ${t} set ${assigned(t, { pluralId: id })} where ${t.id} = ${translation.id}`);
  const plural = await tx.one(
    sql`select ${pick(q, "id", "source", "number", "formula", "type", "categories")} from ${q} where ${q.id} = ${id}`,
  );
  return plural ? { ...translation, plural } : translation;
}

async function hasUnits(tx: Tx, translationId: number): Promise<boolean> {
  return (
    (await tx.one(sql`select ${present} from ${u} where ${u.translationId} = ${translationId} limit 1`)) !== undefined
  );
}

async function knownSources(
  tx: Tx,
  context: SyncContext,
  known: Map<string, KnownSource> | undefined,
  changes: readonly StringChange[] | undefined,
): Promise<Map<string, KnownSource>> {
  // Those of a monolingual component come with its base file, and no other file adds any.
  if (known) return context.monolingual ? known : new Map(known);
  const hashes = changes?.map((change) => (change.after ?? change.before)?.idHash ?? "");
  return loadSources(tx, context.component.id, hashes);
}

/** In a bilingual component a file may hold strings that no file before it had. */
export async function addMissing(
  tx: Tx,
  context: SyncContext,
  sources: Map<string, KnownSource>,
  changes: readonly StringChange[],
): Promise<void> {
  const candidates = changes.flatMap(({ after }) => (after && !sources.has(after.idHash) ? [after] : []));
  if (candidates.length === 0) return;
  const stored = await loadSources(
    tx,
    context.component.id,
    candidates.map((string) => string.idHash),
  );
  for (const [hash, source] of stored) sources.set(hash, source);
  const missing = candidates.filter((string) => !stored.has(string.idHash));
  const added = await addSources(tx, context, missing, { fillOthers: false });
  for (const [hash, source] of added) sources.set(hash, source);
  // Another file of the same import was faster with these.
  const late = missing.filter((string) => !added.has(string.idHash)).map((string) => string.idHash);
  if (late.length > 0)
    for (const [hash, source] of await loadSources(tx, context.component.id, late)) sources.set(hash, source);
}

/** Bilingual source strings that no language has any more, other than those of the template for new languages. */
export async function removeOrphans(tx: Tx, context: SyncContext, keep: ReadonlySet<string>): Promise<number> {
  const rows = await tx.rows(sql`
    select ${pick(s, "id")}, ${named({ idHash: hashText(s.idHash) })} from ${s} where ${s.componentId} = ${context.component.id}
      and not exists (select from ${u} where ${u.sourceId} = ${s.id} and ${u.translationId} <> ${context.sourceTranslationId})`);
  const ids = rows.filter((row) => !keep.has(row.idHash)).map((row) => row.id);
  if (ids.length === 0) return 0;
  await moveAttachments(tx, context, ids);
  const before = await countHeldUnitsOfSources(tx, ids);
  await tx.run(sql`delete from ${s} where ${anyOf(s.id, ids)}`);
  await applyCountDifference(tx, before, new Map());
  return ids.length;
}

import { pendingChanges, sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, named, pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, counted, hashText, sqlNow, TYPE } from "@/lib/platform/expressions";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { FormatError } from "@/lib/text/formats/kernel/format";
import { refusal } from "@/lib/text/messages/refusal";
import { pairAsTold } from "@/lib/text/renames/by-translations";
import { wantedStrings } from "../../components/key-filter";
import type { SyncContext, SyncTranslation } from "../../files/context";
import { differences } from "../../files/file-strings";
import { type ReadFile, readFile } from "../../files/read-file";
import { type FileString, sameTexts } from "../../files/strings";
import type { MatchedFiles } from "../match-files";
import { readSnapshot, type Snapshot, snapshotCommit, writeSnapshot } from "../snapshots";
import { addSources, type KnownSource, loadSources, removeSources, updateSources } from "../source-strings";
import { filesThatKnow, forgetBlobs } from "./files-that-know";
import { forgetRenames, keepRenames } from "./former-keys";
import { keepMoves } from "./list-moves";
import { keepClashes, lockStrings, mergePending } from "./merge-pending";
import type { FoundClash, MergeRule } from "./merge-strings";
import { fillPlaces, moveSources } from "./move-sources";
import { changesAcross, type Moves, movesIn, NO_MOVES } from "./moved-strings";
import { carryTexts, type RenamedSource, renameSources } from "./rename-sources";
import { renamedInLanguages } from "./renamed-in-languages";
import { authorsOfTouched, tellClashes } from "./tell-clashes";

const pc = pendingChanges.as("pc");
const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Base files: where the source strings of a component come from. */

/** Above this many moved rows the new order is not written: a list is then only nearly in file order. */
const RENUMBER_LIMIT = 200_000;

export interface BaseOutcome {
  /** Identities of the strings in the base; undefined when it was not read because nothing changed. */
  hashes: string[] | undefined;
  /** Languages whose files are to be compared with the rows: they had strings that the base has only now. */
  strayed?: ReadonlySet<number>;
  /** New identities of strings whose keys were renamed, by their former ones. */
  renamed?: ReadonlyMap<string, string>;
}

/**
 * Takes over the base file of a monolingual component: new, changed and removed source strings, merged with pending
 * edits of the source text.
 * @throws FormatError
 */
export async function syncBase(
  context: SyncContext,
  source: SyncTranslation,
  matched: MatchedFiles,
  copy: WorkingCopy,
  commit: string,
  index: ReadonlyMap<number, Snapshot>,
  rule: MergeRule,
): Promise<BaseOutcome> {
  const file = matched.template;
  if (!file) throw new FormatError(refusal("readNoBase", { path: context.component.template }), 1, 1);
  const known = index.get(source.id);
  if (known?.blob === file.blob && known.path === file.path) return { hashes: undefined };
  const content = await copy.read(file.blob, file.path);
  const contents = { bytes: content, former: await readSnapshot(db, source.id) };
  const whole = await readFile(context, source, contents, { whole: true, ownForms: false });
  const read = ofWantedKeys(context, whole);
  const { strings } = read;
  const moves = read.known && !context.initial ? await bearableMoves(context, movesIn(read.former, strings)) : NO_MOVES;
  const { former: before, changes } = moves.size > 0 ? changesAcross(read.former, strings, [moves], 1) : read;
  const fresh = read.known ? [...strings.values()].filter(({ idHash }) => !read.former.has(idHash)) : [];
  const strayed = context.initial ? [] : await filesThatKnow(context, fresh);
  const told = await renamedInLanguages(context, matched, copy, index, {
    gone: read.known ? [...before.values()].filter(({ idHash }) => !strings.has(idHash)).map(asSource) : [],
    came: read.known ? [...strings.values()].filter(({ idHash }) => !before.has(idHash)).map(asSource) : [],
  });
  const span = { copy, from: await snapshotCommit(db, source.id), to: commit };
  const authorOf = await authorsOfTouched(span, context, source, file.path, changes);
  const renamed = await inTransaction(async (tx) => {
    if (!context.initial) await lockStrings(tx, source, read.changes);
    const moved = await moveSources(tx, context, moves, read.former, strings);
    const stored = await loadSources(tx, context.component.id, read.known ? undefined : [...whole.strings.keys()]);
    const outcome = await mergePending(tx, context, source, changes, { rule: rule === "keep" ? "theirs" : rule });
    const after = new Map(strings);
    // Where a pending edit of the source text won, the rows keep it.
    for (const change of outcome.changes) if (change.after) after.set(change.after.idHash, change.after);
    // Nor does the file know edits that it was not changed against.
    for (const { idHash } of outcome.waiting) {
      const [string, known] = [after.get(idHash), stored.get(idHash)];
      if (string && known) after.set(idHash, { ...string, sources: known.sources, targets: known.sources });
    }
    for (const hash of await removedHere(tx, source.id)) after.delete(hash);
    // A filter of keys may be another one since.
    const unwanted = [...whole.former.keys(), ...whole.strings.keys()].filter(
      (hash) => stored.has(hash) && !before.has(hash) && !strings.has(hash),
    );
    const renamed = await writeBase(tx, context, { stored, before, after, told, unwanted });
    await fillPlaces(tx, context, moves, moved, { before: read.former, after: strings });
    await keepClashes(
      tx,
      context,
      source,
      outcome.kept.map(({ ours, ...text }) => ({ ...text, ours: { idHash: renamed.get(ours.idHash) ?? ours.idHash } })),
    );
    const underNewKey = ({ ours, ...clash }: FoundClash) => ({
      ...{ ...clash, ours: { ...ours, idHash: renamed.get(ours.idHash) ?? ours.idHash } },
    });
    await tellClashes(tx, context, source, outcome.clashes.map(underNewKey), authorOf);
    await forgetBlobs(tx, strayed);
    await keepMoves(tx, context.component.id, moves);
    await keepRenames(tx, context.component.id, renamed);
    if (!context.initial) await forgetRenames(tx, context.component.id);
    await writeSnapshot(tx, source.id, { path: file.path, blob: file.blob, content, commit });
    return renamed;
  });
  return { hashes: [...strings.keys()], strayed: new Set(strayed), renamed };
}

/** Strings that were removed here and that upstream's file has until the removal is pushed. */
async function removedHere(tx: Tx, translationId: number): Promise<string[]> {
  const rows = await tx.rows(sql`
    select distinct on (${pc.idHash}) ${pick(pc, "kind")}, ${named({ idHash: hashText(pc.idHash) })}
    from ${pc} where ${pc.translationId} = ${translationId} order by ${pc.idHash}, ${pc.id} desc`);
  return rows.filter((row) => row.kind === "remove").map((row) => row.idHash);
}

/** What the base file says, without strings that the component is not to have. */
function ofWantedKeys({ component }: SyncContext, read: ReadFile): ReadFile {
  if (component.keyFilter === "") return read;
  const [strings, former] = [wantedStrings(component, read.strings), wantedStrings(component, read.former)];
  return { ...read, size: strings.size, strings, former, changes: differences(former, strings) };
}

/** The base file as it was and as it is to be in the rows. */
interface BaseChange {
  stored: ReadonlyMap<string, KnownSource>;
  before: ReadonlyMap<string, FileString>;
  after: ReadonlyMap<string, FileString>;
  /** New keys by former ones, as files of languages tell. */
  told: ReadonlyMap<string, string>;
  /** Strings that the file has, and the component is to have no more. */
  unwanted: readonly string[];
}

/** @returns new identities of strings whose keys were renamed, by their former ones */
async function writeBase(
  tx: Tx,
  context: SyncContext,
  { stored, before, after, told, unwanted }: BaseChange,
): Promise<Map<string, string>> {
  const renamed = renamedIn(stored, before, after, told);
  await renameSources(tx, context, renamed);
  const [known, former] = [new Map(stored), new Map(before)];
  for (const { from, to } of renamed) {
    known.set(to.idHash, stored.get(from.idHash) as KnownSource);
    former.set(to.idHash, before.get(from.idHash) as FileString);
    former.delete(from.idHash);
  }
  const added = [...after.values()].filter((string) => !known.has(string.idHash)).map(asSource);
  const changed = [...after.values()].flatMap((string) => {
    const { sources } = known.get(string.idHash) ?? {};
    if (!sources) return [];
    const was = former.get(string.idHash) ?? { ...asSource(string), note: "\u0000" };
    const now = asSource(string);
    const same =
      sameTexts(sources, now.sources) &&
      was.note === now.note &&
      was.location === now.location &&
      was.flags === now.flags;
    return same ? [] : [{ before: { ...was, sources }, after: now }];
  });
  // Rows from a time when keys without a text were strings go, too.
  const empty = [...known.values()].filter(({ sources }) => sources.every((text) => text === ""));
  const there = new Set([...former.keys(), ...empty.map(({ idHash }) => idHash), ...unwanted]);
  const removed = [...there].filter((hash) => !after.has(hash));
  await removeSources(tx, context, removed);
  await updateSources(tx, context, changed);
  await addSources(tx, context, added, { fillOthers: !context.initial });
  await takeSourceTargets(
    tx,
    context,
    changed.map((pair) => pair.after.idHash),
  );
  await carryTexts(tx, context, renamed);
  if (added.length + renamed.length > 0 && !context.initial) await renumber(tx, context, [...after.values()]);
  return new Map(renamed.map(({ from, to }) => [from.idHash, to.idHash]));
}

/**
 * Strings whose keys upstream renamed.
 * @param told those that files of languages tell
 */
function renamedIn(
  stored: ReadonlyMap<string, KnownSource>,
  before: ReadonlyMap<string, FileString>,
  after: ReadonlyMap<string, FileString>,
  told: ReadonlyMap<string, string>,
): RenamedSource[] {
  const gone = [...before.values()].filter(({ idHash }) => !after.has(idHash) && stored.has(idHash));
  const came = [...after.values()].filter(({ idHash }) => !stored.has(idHash) && !before.has(idHash));
  const lost = new Map(gone.map((string) => [string.idHash, asSource(string)]));
  const fresh = new Map(came.map((string) => [string.idHash, asSource(string)]));
  const known = [...told].flatMap(([hash, name]) => {
    const [from, to] = [lost.get(hash), fresh.get(name)];
    return from && to ? [{ from, to }] : [];
  });
  const pairs = pairAsTold([...lost.values()], [...fresh.values()], known);
  return pairs.map(({ from, to }) => ({ from, to, id: stored.get(from.idHash)?.id ?? 0 }));
}

/** In a base file the text stands as target; it is the source text of every language. */
function asSource(string: FileString): FileString {
  return { ...string, sources: sourceForms(string) };
}

/** Singular and plural of a source: the language's own forms, cut to what a source has. */
function sourceForms(string: FileString): string[] {
  return string.targets.length > 0 ? string.targets : string.sources;
}

/** The unit of the source language says what the source string says. */
async function takeSourceTargets(tx: Tx, context: SyncContext, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  await tx.run(sql`
    update ${u} set ${assigned(u, { targets: s.sources, version: sql`${u.version} + 1`, updatedAt: sqlNow })} from ${s}
    where ${s.id} = ${u.id} and ${s.componentId} = ${context.component.id} and ${anyOf(asHash(s.idHash), hashes)} and ${u.targets} is distinct from ${s.sources}`);
}

/** Moves of items, unless there are so many that positions stay the names of strings. */
async function bearableMoves(context: SyncContext, moves: Moves): Promise<Moves> {
  return moves.size === 0 || moves.size * (await countLanguages(db, context)) > RENUMBER_LIMIT ? NO_MOVES : moves;
}

async function countLanguages(tx: Pick<Tx, "one">, context: SyncContext): Promise<number> {
  const found = await tx.one(
    sql`select ${counted} from ${translations} where ${translations.componentId} = ${context.component.id}`,
  );
  return found?.count ?? 1;
}

/** Gives strings their new places, unless that would write more rows than the change deserves. */
async function renumber(tx: Tx, context: SyncContext, strings: readonly FileString[]): Promise<void> {
  if (strings.length * (await countLanguages(tx, context)) > RENUMBER_LIMIT) return;
  const n = unnest(
    "n",
    { idHash: TYPE.hash, position: s.position },
    strings.map(({ idHash, position }) => ({ idHash, position })),
  );
  await tx.run(sql`
    update ${s} set ${assigned(s, { position: n.position })} from ${n}
    where ${s.componentId} = ${context.component.id} and ${s.idHash} = ${n.idHash} and ${s.position} <> ${n.position}`);
  await tx.run(sql`
    update ${u} set ${assigned(u, { position: s.position })} from ${s}
    where ${s.id} = ${u.sourceId} and ${s.componentId} = ${context.component.id} and ${u.position} <> ${s.position}`);
}

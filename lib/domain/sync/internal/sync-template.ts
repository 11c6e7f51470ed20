import { sourceUnits, suggestions, translations, units } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, literal, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asHash, hashText, noneOf } from "@/lib/platform/expressions";
import type { WorkingCopy } from "@/lib/platform/vcs/vcs";
import { STATE } from "@/lib/text/codes";
import { type Pair, pairStrings } from "@/lib/text/renames/pair";
import { joinForms } from "../../changes/record";
import {
  applyCountDifference,
  countHeldUnits,
  countHeldUnitsOfSources,
  countUnits,
  countUnitsOfSources,
} from "../../counters/unit-counters";
import type { SyncContext, SyncTranslation } from "../../files/context";
import type { StringChange } from "../../files/file-strings";
import { readFile } from "../../files/read-file";
import { type FileString, filled } from "../../files/strings";
import { insertOfEmptyUnits, lacksUnits } from "../../units/empty-units";
import { loadTranslations } from "../ensure-translations";
import type { MatchedFiles } from "../match-files";
import { readSnapshot } from "../snapshots";
import { addSources, type KnownSource, loadSources } from "../source-strings";
import { updateTranslation } from "../translation-strings";
import { fitted, linkSources } from "./carry-over";
import { carriedFrom, waitForFiles } from "./rename-sources";
import type { BaseOutcome } from "./sync-base";

const [s, u, t, g] = [sourceUnits.as("s"), units.as("u"), translations.as("t"), suggestions.as("g")];

/** The template of a bilingual component: its strings are in every language, whether or not a file has them yet. */

const BATCH = 4000;

/**
 * Takes over the template. It is small enough to be read on every run in which something changed, as others ask which
 * strings it has; the rows follow when it is another one.
 * @throws FormatError
 */
export async function syncTemplate(
  context: SyncContext,
  source: SyncTranslation,
  matched: MatchedFiles,
  copy: WorkingCopy,
): Promise<BaseOutcome> {
  const file = matched.newBase;
  if (!file) return { hashes: undefined };
  const content = await copy.read(file.blob, file.path);
  const language = context.component.sourceLanguage;
  const place = { languageCode: language.code, plural: language.plural, isSource: true, reviewsOff: false };
  const { strings } = await readFile(context, place, { bytes: content }, { whole: true, ownForms: false });
  const hashes = [...strings.keys()];
  const known = await db.one(sql`select ${pick(t, "revision")} from ${t} where ${t.id} = ${source.id}`);
  if (known?.revision === file.blob) return { hashes };
  const left = context.initial ? [] : await unitsLeft(context, hashes);
  await inTransaction(async (tx) => {
    const stored = await loadSources(tx, context.component.id);
    const missing = [...strings.values()].filter((string) => !stored.has(string.idHash));
    const added = await addSources(tx, context, missing, { fillOthers: !context.initial });
    if (!context.initial) {
      await fillLanguages(tx, context, hashes);
      const pairs = await carryFromLost(tx, context, stored, added, missing, new Set(hashes));
      await removeUnits(tx, left, pairs);
    }
    await tx.run(sql`update ${t} set ${assigned(t, { revision: file.blob })} where ${t.id} = ${source.id}`);
  });
  return { hashes };
}

/** Gives the languages that lack strings of the template untranslated units. */
async function fillLanguages(tx: Tx, context: SyncContext, hashes: readonly string[]): Promise<void> {
  const { id } = context.component;
  const rows = await tx.rows(sql`
    select ${pick(s, "id")} from ${s} where ${s.componentId} = ${id} and ${anyOf(asHash(s.idHash), hashes)} and ${lacksUnits(id)}
    order by ${s.position}, ${s.id}`);
  for (let at = 0; at < rows.length; at += BATCH) {
    const ids = rows.slice(at, at + BATCH).map((row) => row.id);
    const before = await countHeldUnitsOfSources(tx, ids);
    const wanted = ids.map((one) => ({ id: one, state: STATE.EMPTY }));
    await tx.run(insertOfEmptyUnits({ id, severalValues: context.severalValues }, wanted));
    await applyCountDifference(tx, before, await countUnitsOfSources(tx, ids));
  }
}

/**
 * Carries translations of strings that the template lost over to those that it got, marked for a look: files of
 * languages have the lost ones until somebody merges the template into them.
 */
async function carryFromLost(
  tx: Tx,
  context: SyncContext,
  stored: ReadonlyMap<string, KnownSource>,
  added: ReadonlyMap<string, KnownSource>,
  missing: readonly FileString[],
  hashes: ReadonlySet<string>,
): Promise<Pair<FileString>[]> {
  const came = missing.filter(({ idHash }) => added.has(idHash));
  if (came.length === 0) return [];
  const ids = [...stored.values()].flatMap(({ id, idHash }) => (hashes.has(idHash) ? [] : [id]));
  const lost = await tx.rows(sql`
    select ${pick(s, "context", "sources", "location", "position")}, ${named({ idHash: hashText(s.idHash) })}
    from ${s} where ${anyOf(s.id, ids)} order by ${s.position}, ${s.id}`);
  const gone = lost.map((row): FileString => ({ ...EMPTY_STRING, ...row, targets: [""] }));
  const pairs = pairStrings(gone, came, { keyed: false });
  if (pairs.length === 0) return [];
  const idOf = ({ idHash }: FileString) => (added.get(idHash) ?? stored.get(idHash))?.id ?? 0;
  await linkSources(
    tx,
    context,
    pairs.map(({ from, to }) => ({ from, oldId: idOf(from), newId: idOf(to) })),
  );
  const pairOf = new Map(pairs.map((pair) => [idOf(pair.from), pair]));
  const reasons = new Map(pairs.map(({ from, to }) => [to.idHash, carriedFrom(from)]));
  for (const translation of await loadTranslations(tx, context.component.id)) {
    if (translation.isSource) continue;
    const rows = await tx.rows(sql`
      select ${pick(u, "sourceId", "targets")} from ${u} where ${u.translationId} = ${translation.id} and ${anyOf(u.sourceId, [...pairOf.keys()])}
        and ${u.state} not in (${literal(STATE.EMPTY)}, ${literal(STATE.READ_ONLY)}) order by ${u.id}`);
    const changes = rows.flatMap(({ sourceId, targets }): StringChange[] => {
      const pair = pairOf.get(sourceId);
      if (!pair || filled(targets).length === 0) return [];
      const forms = pair.to.sources.length > 1 && !context.severalValues ? translation.plural.number : 1;
      const carried = { targets: fitted(targets, forms), state: STATE.NEEDS_EDITING };
      return [{ before: undefined, after: { ...pair.to, ...carried, previousSource: joinForms(pair.from.sources) } }];
    });
    await updateTranslation(tx, context, translation, added, changes, reasons);
  }
  await waitForFiles(
    tx,
    pairs.map(({ to }) => idOf(to)),
  );
  return pairs;
}

const EMPTY_STRING = {
  entryId: "",
  state: STATE.EMPTY,
  note: "",
  flags: "",
  previousSource: "",
  readOnly: false,
} as const satisfies Partial<Record<keyof FileString, unknown>>;

interface LeftUnit {
  id: number;
  translationId: number;
  idHash: string;
}

/** Untranslated units of strings that neither the template nor the language's own file has. */
async function unitsLeft(context: SyncContext, hashes: readonly string[]): Promise<LeftUnit[]> {
  const rows = await db.rows(sql`
    select ${pick(u, "id", "translationId")}, ${named({ idHash: hashText(s.idHash) })}
    from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${s.componentId} = ${context.component.id} and ${u.translationId} <> ${context.sourceTranslationId}
      and ${u.state} = ${literal(STATE.EMPTY)} and ${noneOf(asHash(s.idHash), hashes)} order by ${u.id}`);
  const left: LeftUnit[] = [];
  for (const translation of await loadTranslations(db, context.component.id)) {
    const own = rows.filter((row) => row.translationId === translation.id);
    const bytes = own.length > 0 && (await readSnapshot(db, translation.id));
    if (!bytes) continue;
    const { strings } = await readFile(context, translation, { bytes }, { whole: true, ownForms: true });
    left.push(...own.filter(({ idHash }) => !strings.has(idHash)));
  }
  return left;
}

/** Removes such units; suggestions go to the strings that they have become. */
async function removeUnits(tx: Tx, left: readonly LeftUnit[], pairs: readonly Pair<FileString>[]): Promise<void> {
  if (left.length === 0) return;
  const ids = left.map(({ id }) => id);
  const still = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} where ${anyOf(u.id, ids)} and ${u.state} = ${literal(STATE.EMPTY)} and not ${u.pending}
    order by ${u.id} for update`);
  const going = still.map(({ id }) => id);
  const becomes = new Map(pairs.map(({ from, to }) => [from.idHash, to.idHash]));
  const heirs: number[] = [];
  for (const { id, idHash, translationId } of left) {
    const heir = becomes.get(idHash);
    if (heir === undefined) continue;
    const moved = await tx.rows(sql`
      update ${g} set ${assigned(g, { unitId: u.id })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
      where ${g.unitId} = ${id} and ${u.translationId} = ${translationId} and ${s.idHash} = ${heir}::bigint returning ${pick(g, "unitId")}`);
    heirs.push(...moved.map(({ unitId }) => unitId));
  }
  const before = await countHeldUnits(tx, [...going, ...heirs]);
  await tx.run(sql`update ${u} set ${assigned(u, { suggested: true })} where ${anyOf(u.id, heirs)}`);
  await tx.run(sql`delete from ${u} where ${anyOf(u.id, going)}`);
  await applyCountDifference(tx, before, await countUnits(tx, heirs));
}

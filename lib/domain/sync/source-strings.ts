import { literal, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { countCharacters, countWords } from "@/lib/text/words";
import { SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { type ChangeLine, joinForms, record } from "../changes/record";
import { moveBetween, weighOfSources } from "../counters/unit-counters";
import type { SyncContext } from "../files/context";
import { contentOf, type FileString } from "../files/strings";
import { comparedSources, failingChecks, outerFlags } from "../quality/check-unit";
import { changeSources } from "../units/change-sources";

/** Source strings of a component: written in batches, whatever their number. */

const BATCH = 4000;

/** A stored source string as far as syncing goes. */
export interface KnownSource {
  id: number;
  idHash: string;
  sources: string[];
  plural: boolean;
  words: number;
  chars: number;
  /** Flags of the file, then those that a person set. */
  flags: string;
  readOnly: boolean;
  position: number;
}

/** Loads source strings in their order in the file: all of the component, or those with the given identities. */
export async function loadSources(
  tx: Tx,
  componentId: number,
  hashes?: readonly string[],
): Promise<Map<string, KnownSource>> {
  const rows = await tx.rows<KnownSource>(sql`
    select s.id, s.id_hash::text as id_hash, s.sources, cardinality(s.sources) > 1 as plural, s.num_words as words, s.num_chars as chars,
      concat_ws(', ', nullif(s.flags, ''), nullif(s.extra_flags, '')) as flags, coalesce(u.state = ${literal(STATE.READ_ONLY)}, false) as read_only, s.position
    from source_units s left join units u on u.id = s.id
    where s.component_id = ${componentId} ${hashes ? sql`and s.id_hash = any(${hashes}::bigint[])` : sql``}
    order by s.position, s.id`);
  return new Map(rows.map((row) => [row.idHash, row]));
}

/**
 * Adds source strings, their units in the source language and, where a key alone names a string, empty units in every
 * other language.
 * @returns the new rows by identity
 */
export async function addSources(
  tx: Tx,
  context: SyncContext,
  strings: readonly FileString[],
  options: { fillOthers: boolean; firstPosition?: number },
): Promise<Map<string, KnownSource>> {
  const added = new Map<string, KnownSource>();
  for (let at = 0; at < strings.length; at += BATCH) {
    const batch = strings.slice(at, at + BATCH);
    const rows = await insertSources(tx, context, batch, options.firstPosition);
    await insertSourceUnits(tx, context, batch, rows);
    if (options.fillOthers) await insertEmptyUnits(tx, context, batch, rows);
    for (const string of batch) {
      const id = rows.get(string.idHash);
      if (id === undefined) continue;
      added.set(string.idHash, {
        id,
        idHash: string.idHash,
        sources: string.sources,
        plural: string.sources.length > 1,
        words: wordsOf(string.sources),
        chars: charsOf(string.sources),
        flags: string.flags,
        readOnly: string.readOnly,
        position: string.position,
      });
    }
  }
  const ids = [...added.values()].map((source) => source.id);
  await moveBetween(tx, new Map(), await weighOfSources(tx, ids));
  if (!context.initial) await tellAdded(tx, context, strings, added);
  return added;
}

export function wordsOf(sources: readonly string[]): number {
  return sources.reduce((sum, text) => sum + countWords(text), 0);
}

export function charsOf(sources: readonly string[]): number {
  return sources.reduce((sum, text) => sum + countCharacters(text), 0);
}

async function insertSources(
  tx: Tx,
  context: SyncContext,
  batch: readonly FileString[],
  firstPosition?: number,
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: number; idHash: string }>(sql`
    insert into source_units (component_id, id_hash, content_hash, context, sources, note, location, flags, num_words, num_chars, position)
    select ${context.component.id}, id_hash, content_hash, context, split_forms(sources), note, location, flags, num_words, num_chars, position
    from unnest(${batch.map((string) => string.idHash)}::bigint[], ${batch.map((string) => contentOf(string.context, string.sources))}::bigint[],
      ${batch.map((string) => string.context)}::text[], ${batch.map((string) => joinForms(string.sources))}::text[], ${batch.map((string) => string.note)}::text[],
      ${batch.map((string) => string.location)}::text[], ${batch.map((string) => string.flags)}::text[], ${batch.map((string) => wordsOf(string.sources))}::int[],
      ${batch.map((string) => charsOf(string.sources))}::int[], ${batch.map((string, index) => (firstPosition === undefined ? string.position : firstPosition + index))}::int[])
      as t(id_hash, content_hash, context, sources, note, location, flags, num_words, num_chars, position)
    on conflict (component_id, id_hash) do nothing returning id, id_hash::text as id_hash`);
  return new Map(rows.map((row) => [row.idHash, row.id]));
}

async function insertSourceUnits(
  tx: Tx,
  context: SyncContext,
  batch: readonly FileString[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const made = batch.filter((string) => ids.has(string.idHash));
  // Without a base file the source text lives in the program's code: nobody edits it here.
  const state = (string: FileString) =>
    !context.monolingual || string.readOnly
      ? STATE.READ_ONLY
      : string.state === STATE.EMPTY
        ? STATE.EMPTY
        : Math.max(string.state, STATE.NEEDS_EDITING);
  const failing = made.map((string) =>
    failingChecks({
      sources: comparedSources(context.component.fileFormat, string.sources),
      targets: string.sources,
      flagLevels: [...outerFlags({ component: context.component }), string.flags],
      languageCode: context.component.sourceLanguage.code,
      sourceLanguageCode: context.component.sourceLanguage.code,
      plural: context.component.sourceLanguage.plural,
      isSource: true,
    }),
  );
  await tx.run(sql`
    insert into units (id, source_id, translation_id, targets, state, original_state, position, failing)
    select t.id, t.id, ${context.sourceTranslationId}, s.sources, t.state, t.state, s.position, t.failing
    from unnest(${made.map((string) => ids.get(string.idHash))}::bigint[], ${made.map(state)}::smallint[], ${failing.map((list) => list.length > 0)}::boolean[])
      as t(id, state, failing) join source_units s on s.id = t.id`);
  const findings = made.flatMap((string, index) =>
    (failing[index] ?? []).map((check) => [ids.get(string.idHash), check] as const),
  );
  if (findings.length > 0)
    await tx.run(sql`
      insert into findings (unit_id, "check") select * from unnest(${findings.map(([id]) => id)}::bigint[], ${findings.map(([, check]) => check)}::text[]) on conflict do nothing`);
}

async function insertEmptyUnits(
  tx: Tx,
  context: SyncContext,
  batch: readonly FileString[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const made = batch.filter((string) => ids.has(string.idHash));
  await tx.run(sql`
    insert into units (source_id, translation_id, targets, state, original_state, position)
    select s.id, t.id, array_fill(''::text, array[case when cardinality(s.sources) > 1 and not ${context.severalValues} then q.number else 1 end]), n.state, n.state, s.position
    from unnest(${made.map((string) => ids.get(string.idHash))}::bigint[], ${made.map((string) => (string.readOnly ? STATE.READ_ONLY : STATE.EMPTY))}::smallint[]) as n(id, state)
    join source_units s on s.id = n.id cross join translations t join plurals q on q.id = t.plural_id
    where t.component_id = ${context.component.id} and not t.is_source
      -- A language whose file has not been read yet is filled whole when it is.
      and (t.file_wanted or exists (select from units x where x.translation_id = t.id) or exists (select from file_snapshots f where f.translation_id = t.id))
    order by t.id, s.position
    on conflict (translation_id, source_id) do nothing`);
}

async function tellAdded(
  tx: Tx,
  context: SyncContext,
  strings: readonly FileString[],
  added: ReadonlyMap<string, KnownSource>,
): Promise<void> {
  const lines = strings.flatMap((string): ChangeLine[] => {
    const source = added.get(string.idHash);
    if (!source) return [];
    return [
      {
        action: ACTION.SOURCE_STRING_ADDED_IN_THE_REPOSITORY,
        cause: "repository",
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: context.sourceTranslationId,
        languageId: context.component.sourceLanguageId,
        unitId: source.id,
        target: joinForms(string.sources),
      },
    ];
  });
  await record(tx, SERVICE, lines);
}

/** Takes over what a file says of existing source strings: texts (with their consequences), notes, locations, flags. */
export async function updateSources(
  tx: Tx,
  context: SyncContext,
  changed: readonly { before: FileString; after: FileString }[],
): Promise<void> {
  for (let at = 0; at < changed.length; at += BATCH) await updateBatch(tx, context, changed.slice(at, at + BATCH));
}

async function updateBatch(
  tx: Tx,
  context: SyncContext,
  changed: readonly { before: FileString; after: FileString }[],
): Promise<void> {
  const known = await loadSources(
    tx,
    context.component.id,
    changed.map((pair) => pair.after.idHash),
  );
  const present = changed.filter((pair) => known.has(pair.after.idHash));
  await tx.run(sql`
    update source_units s set note = t.note, location = t.location, flags = t.flags, updated_at = now()
    from unnest(${present.map((pair) => known.get(pair.after.idHash)?.id)}::bigint[], ${present.map((pair) => pair.after.note)}::text[],
      ${present.map((pair) => pair.after.location)}::text[], ${present.map((pair) => pair.after.flags)}::text[]) as t(id, note, location, flags)
    where s.id = t.id and (s.note, s.location, s.flags) is distinct from (t.note, t.location, t.flags)`);
  await changeSources(
    tx,
    SERVICE,
    present.map((pair) => ({
      sourceId: known.get(pair.after.idHash)?.id ?? 0,
      componentId: context.component.id,
      projectId: context.component.projectId,
      context: pair.after.context,
      sourceLanguageCode: context.component.sourceLanguage.code,
      before: pair.before.sources,
      after: pair.after.sources,
    })),
    "repository",
  );
}

/** Removes source strings that no file has any more, with the units of all languages. What they said stays in the ledger. */
export async function removeSources(tx: Tx, context: SyncContext, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += BATCH) {
    const known = await loadSources(tx, context.component.id, hashes.slice(at, at + BATCH));
    const ids = [...known.values()].map((source) => source.id);
    if (ids.length === 0) continue;
    const before = await weighOfSources(tx, ids);
    const gone = await tx.rows<{
      unitId: number;
      translationId: number;
      languageId: number;
      target: string;
      state: number;
    }>(sql`
      select u.id as unit_id, u.translation_id, t.language_id, joined_forms(u.targets) as target, u.state
      from units u join translations t on t.id = u.translation_id where u.source_id = any(${ids}::bigint[]) and (u.state <> ${literal(STATE.EMPTY)} or t.is_source)`);
    await tx.run(sql`delete from source_units where id = any(${ids}::bigint[])`);
    await moveBetween(tx, before, new Map());
    await record(
      tx,
      SERVICE,
      gone.map((unit) => ({
        action: ACTION.STRING_REMOVED,
        cause: "repository",
        projectId: context.component.projectId,
        componentId: context.component.id,
        translationId: unit.translationId,
        languageId: unit.languageId,
        unitId: unit.unitId,
        old: unit.target,
        details: { old_state: unit.state },
      })),
    );
  }
}

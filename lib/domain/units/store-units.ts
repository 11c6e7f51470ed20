import { sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { contentHash } from "@/lib/text/hash";
import { countCharacters, countWords } from "@/lib/text/words";
import { type Actor, ledgerUser } from "../access/actor";
import { ACTION } from "../change-actions";
import { type Cause, joinForms, record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { moveBetween, weighUnits } from "../counters/unit-counters";
import type { TranslationRow } from "../translations/translations";
import { type FileWish, wishForFiles } from "./manage-units";
import { recheck } from "./recheck";
import { lockUnits } from "./units";

/** A string that is to be stored, validated. */
export interface PlannedUnit {
  idHash: string;
  context: string;
  sources: string[];
  /** Text and state on the translation itself. */
  targets: string[];
  state: number;
}

/** What the ledger is told of added strings. */
export interface Telling {
  action: number;
  cause?: Cause;
  operationId?: string;
}

interface Made {
  id: number;
  sourceId: number;
  translationId: number;
  languageId: number;
  filename: string;
  targets: string[];
  state: number;
}

/**
 * Stores new strings: on the source language in every language of the component, elsewhere in that one. Strings that are
 * there already are left out. The files get them with the next commit. A handful of statements, however many strings.
 * @returns ids of the units made in this translation
 */
export async function storeUnits(
  tx: Tx,
  actor: Actor,
  translation: TranslationRow,
  planned: readonly PlannedUnit[],
  telling: Telling = { action: ACTION.STRING_ADDED },
): Promise<number[]> {
  const { component } = translation;
  // One at a time in a component, so that the same string does not come twice.
  await tx.run(sql`select 1 from components where id = ${component.id} for update`);
  const known = await knownSources(tx, translation, planned);
  const wanted = planned.filter((string) => {
    const found = known.get(string.idHash);
    return !found || (!found.here && !translation.isSource);
  });
  const fresh = wanted.filter((string) => !known.has(string.idHash));
  const sources = new Map([...known].map(([hash, { id }]) => [hash, id]));
  for (const [hash, id] of await insertSources(tx, component, fresh)) sources.set(hash, id);
  const idOf = (string: PlannedUnit) => sources.get(string.idHash) ?? 0;
  const made = await insertSourceUnits(tx, translation, fresh, idOf);
  if (translation.isSource) made.push(...(await insertEmptyUnits(tx, component, fresh.map(idOf))));
  else made.push(...(await insertUnits(tx, translation.id, wanted, idOf)));
  const bySource = new Map(wanted.map((string) => [idOf(string), string]));
  await writeFiles(tx, actor, translation, bySource, made);
  const ids = made.map((unit) => unit.id);
  await recheck(tx, await lockUnits(tx, actor, ids));
  await moveBetween(tx, new Map(), await weighUnits(tx, ids), {
    lastChange: new Date(),
    lastAuthorId: ledgerUser(actor),
  });
  await record(
    tx,
    actor,
    made.map((unit) => ({
      ...telling,
      projectId: component.projectId,
      componentId: component.id,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target: joinForms(unit.targets),
      details: { state: unit.state, source: joinForms(bySource.get(unit.sourceId)?.sources ?? []) },
    })),
  );
  return made.filter((unit) => unit.translationId === translation.id).map((unit) => unit.id);
}

async function knownSources(
  tx: Tx,
  translation: TranslationRow,
  planned: readonly PlannedUnit[],
): Promise<Map<string, { id: number; here: boolean }>> {
  const rows = await tx.rows<{ id: number; idHash: string; here: boolean }>(sql`
    select s.id, s.id_hash::text as id_hash, exists (select from units u where u.source_id = s.id and u.translation_id = ${translation.id}) as here
    from source_units s where s.component_id = ${translation.component.id} and s.id_hash = any(${planned.map((string) => string.idHash)}::bigint[])`);
  return new Map(rows.map((row) => [row.idHash, row]));
}

async function insertSources(
  tx: Tx,
  component: ComponentRow,
  fresh: readonly PlannedUnit[],
): Promise<[string, number][]> {
  const rows = fresh.map((string, place) => ({
    place,
    id_hash: string.idHash,
    content_hash: contentHash(string.sources, string.context).toString(),
    context: string.context,
    sources: string.sources,
    num_words: string.sources.reduce((sum, text) => sum + countWords(text), 0),
    num_chars: string.sources.reduce((sum, text) => sum + countCharacters(text), 0),
  }));
  const made = await tx.rows<{ id: number; idHash: string }>(sql`
    insert into source_units (component_id, id_hash, content_hash, context, sources, num_words, num_chars, position)
    select ${component.id}, e.id_hash::bigint, e.content_hash::bigint, e.context, array(select jsonb_array_elements_text(e.sources)), e.num_words, e.num_chars,
      e.place + 1 + (select coalesce(max(position), 0) from source_units where component_id = ${component.id})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(place int, id_hash text, content_hash text, context text, sources jsonb, num_words int, num_chars int) order by e.place
    returning id, id_hash::text as id_hash`);
  return made.map((row) => [row.idHash, row.id]);
}

/** The units of the source language, which have the ids of the source strings. */
async function insertSourceUnits(
  tx: Tx,
  translation: TranslationRow,
  fresh: readonly PlannedUnit[],
  idOf: (string: PlannedUnit) => number,
): Promise<Made[]> {
  const monolingual = translation.component.template !== "";
  const states = fresh.map((string) => (monolingual ? string.state : STATE.READ_ONLY));
  return tx.rows<Made>(sql`
    with made as (
      insert into units (id, source_id, translation_id, targets, state, original_state, position)
      select s.id, s.id, t.id, s.sources, e.state, e.state, s.position
      from unnest(${fresh.map(idOf)}::bigint[], ${states}::smallint[]) as e(id, state) join source_units s on s.id = e.id
      join translations t on t.component_id = s.component_id and t.is_source order by s.position
      returning id, source_id, translation_id, targets, state)
    select made.id, made.source_id, t.id as translation_id, t.language_id, t.filename, made.targets, made.state
    from made join translations t on t.id = made.translation_id order by made.id`);
}

/** Units with the text given, in one language. */
async function insertUnits(
  tx: Tx,
  translationId: number,
  wanted: readonly PlannedUnit[],
  idOf: (string: PlannedUnit) => number,
): Promise<Made[]> {
  const rows = wanted.map((string) => ({ id: idOf(string), targets: string.targets, state: string.state }));
  return tx.rows<Made>(sql`
    with made as (
      insert into units (source_id, translation_id, targets, state, original_state, position)
      select s.id, ${translationId}, array(select jsonb_array_elements_text(e.targets)), e.state, e.state, s.position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(id bigint, targets jsonb, state smallint) join source_units s on s.id = e.id order by s.position
      on conflict (translation_id, source_id) do nothing returning id, source_id, translation_id, targets, state)
    select made.id, made.source_id, t.id as translation_id, t.language_id, t.filename, made.targets, made.state
    from made join translations t on t.id = made.translation_id order by made.id`);
}

/** Empty units in all languages that have their strings: one whose file has not been read yet is filled whole when it is. */
async function insertEmptyUnits(tx: Tx, component: ComponentRow, sourceIds: readonly number[]): Promise<Made[]> {
  const severalValues = hasSeveralValues(component.fileFormat);
  return tx.rows<Made>(sql`
    with made as (
      insert into units (source_id, translation_id, targets, state, original_state, position)
      select s.id, t.id, array_fill(''::text, array[case when cardinality(s.sources) > 1 and not ${severalValues} then q.number else 1 end]), 0, 0, s.position
      from source_units s, translations t join plurals q on q.id = t.plural_id
      where s.id = any(${[...sourceIds]}::bigint[]) and t.component_id = ${component.id} and not t.is_source
        and (t.file_wanted or exists (select from units x where x.translation_id = t.id) or exists (select from file_snapshots f where f.translation_id = t.id))
      order by t.id, s.position
      on conflict (translation_id, source_id) do nothing returning id, source_id, translation_id, targets, state)
    select made.id, made.source_id, t.id as translation_id, t.language_id, t.filename, made.targets, made.state
    from made join translations t on t.id = made.translation_id order by made.id`);
}

/** With a base file a language's file gets the string when it is translated; without one every file holds all strings. */
async function writeFiles(
  tx: Tx,
  actor: Actor,
  translation: TranslationRow,
  bySource: ReadonlyMap<number, PlannedUnit>,
  made: readonly Made[],
): Promise<void> {
  const monolingual = translation.component.template !== "";
  const written = made.filter(
    (unit) =>
      unit.filename !== "" && (monolingual || !translation.isSource ? unit.translationId === translation.id : true),
  );
  await wishForFiles(
    tx,
    ledgerUser(actor),
    written.flatMap((unit): FileWish[] => {
      const string = bySource.get(unit.sourceId);
      if (!string) return [];
      return [
        {
          translationId: unit.translationId,
          unitId: unit.id,
          kind: "add",
          idHash: string.idHash,
          context: string.context,
          sources: string.sources,
          targets: unit.targets,
          state: unit.state === STATE.READ_ONLY ? STATE.TRANSLATED : unit.state,
        },
      ];
    }),
  );
  await tx.run(sql`update units set pending = true where id = any(${written.map((unit) => unit.id)}::bigint[])`);
}

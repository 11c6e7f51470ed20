import { components, sourceUnits, translations, type Units, units } from "@/lib/generated/tables";
import {
  assigned,
  columnsOf,
  cte,
  defined,
  eachRow,
  type From,
  named,
  names,
  pick,
  recordset,
  unnest,
} from "@/lib/platform/columns";
import { type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asHash, hashText, TYPE } from "@/lib/platform/expressions";
import { STATE, type UnitState } from "@/lib/text/codes";
import { hasSeveralValues } from "@/lib/text/formats/registry";
import { contentHash } from "@/lib/text/hash";
import { countCharacters, countWords } from "@/lib/text/words";
import { type Actor, ledgerUser } from "../access/actor";
import { ACTION } from "../change-actions";
import { type Cause, joinForms, record } from "../changes/record";
import type { ComponentRow } from "../components/components";
import { applyCountDifference, countUnits } from "../counters/unit-counters";
import type { TranslationRow } from "../translations/translations";
import { insertOfEmptyUnits } from "./empty-units";
import { keepAdded } from "./internal/keep-added";
import { changeFiles, type FileChange } from "./manage-units";
import { recheck } from "./recheck";
import { touchStrings } from "./touched";
import { lockUnits } from "./units";

const [u, s, t] = [units.as("u"), sourceUnits.as("s"), translations.as("t")];

/** A string that is to be stored, validated. */
export interface PlannedUnit {
  idHash: string;
  context: string;
  sources: string[];
  /** Text and state on the translation itself. */
  targets: string[];
  state: UnitState;
}

/** What the ledger is told of added strings. */
export interface LedgerDetails {
  action: number;
  cause?: Cause;
  operationId?: string;
  /** True tells of the strings once, and not in every language that they come into. */
  once?: true;
  /** Why they came, where it is not somebody's wish for these strings. */
  because?: string;
}

/** Columns of a unit that was made, and of its translation. */
const MADE = ["id", "sourceId", "translationId", "targets", "state"] as const;
const PLACE = pick(t, "languageId", "filename");

type Made = Pick<Units, (typeof MADE)[number]> & SelectedRow<typeof PLACE>;

/** Where those columns come from. */
const fromMade = (made: From<Pick<Units, (typeof MADE)[number]>>) =>
  sql`from ${made} join ${t} on ${t.id} = ${made.translationId} order by ${made.id}`;

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
  { because, once, ...ledger }: LedgerDetails = { action: ACTION.STRING_ADDED },
): Promise<number[]> {
  const { component } = translation;
  // One at a time in a component, so that the same string does not come twice.
  await tx.run(sql`select 1 from ${components} where ${components.id} = ${component.id} for update`);
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
  await keepAdded(tx, ids);
  await touchStrings(tx, ids);
  await recheck(tx, await lockUnits(tx, actor, ids));
  await applyCountDifference(tx, new Map(), await countUnits(tx, ids));
  await record(
    tx,
    actor,
    (once ? made.filter((unit) => unit.translationId === translation.id) : made).map((unit) => ({
      ...ledger,
      projectId: component.projectId,
      componentId: component.id,
      translationId: unit.translationId,
      languageId: unit.languageId,
      unitId: unit.id,
      target: joinForms(unit.targets),
      details: {
        state: unit.state,
        source: joinForms(bySource.get(unit.sourceId)?.sources ?? []),
        ...(because ? { because } : {}),
      },
    })),
  );
  return made.filter((unit) => unit.translationId === translation.id).map((unit) => unit.id);
}

async function knownSources(
  tx: Tx,
  translation: TranslationRow,
  planned: readonly PlannedUnit[],
): Promise<Map<string, { id: number; here: boolean }>> {
  const hashes = planned.map((string) => string.idHash);
  const rows = await tx.rows(sql`
    select ${pick(s, "id")}, ${named({
      idHash: hashText(s.idHash),
      here: asFlag(
        sql`exists (select from ${u} where ${u.sourceId} = ${s.id} and ${u.translationId} = ${translation.id})`,
      ),
    })}
    from ${s} where ${s.componentId} = ${translation.component.id} and ${anyOf(asHash(s.idHash), hashes)}`);
  return new Map(rows.map((row) => [row.idHash, row]));
}

const GIVEN = ["context", "sources", "numWords", "numChars"] as const;

async function insertSources(
  tx: Tx,
  component: ComponentRow,
  fresh: readonly PlannedUnit[],
): Promise<[string, number][]> {
  const e = recordset(
    "e",
    { ...columnsOf(s, ...GIVEN), idHash: TYPE.hash, contentHash: TYPE.hash, place: TYPE.number },
    fresh.map((string, place) => ({
      place,
      idHash: string.idHash,
      contentHash: contentHash(string.sources, string.context).toString(),
      context: string.context,
      sources: string.sources,
      numWords: string.sources.reduce((sum, text) => sum + countWords(text), 0),
      numChars: string.sources.reduce((sum, text) => sum + countCharacters(text), 0),
    })),
  );
  const last = sql`(select coalesce(max(${s.position}), 0) from ${s} where ${s.componentId} = ${component.id})`;
  const made = await tx.rows(sql`
    insert into ${sourceUnits} ${eachRow(sourceUnits, {
      componentId: component.id,
      ...columnsOf(e, ...GIVEN),
      idHash: e.idHash,
      contentHash: e.contentHash,
      position: sql`${e.place} + 1 + ${last}`,
    })}
    from ${e} order by ${e.place}
    returning ${pick(sourceUnits, "id")}, ${named({ idHash: hashText(sourceUnits.idHash) })}`);
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
  const e = unnest(
    "e",
    columnsOf(u, "id", "state"),
    fresh.map((string) => ({ id: idOf(string), state: monolingual ? string.state : STATE.READ_ONLY })),
  );
  const made = cte(
    "made",
    sql`
      insert into ${u} ${eachRow(u, {
        id: s.id,
        sourceId: s.id,
        translationId: t.id,
        targets: s.sources,
        state: e.state,
        originalState: e.state,
        position: s.position,
      })}
      from ${e} join ${s} on ${s.id} = ${e.id} join ${t} on ${t.componentId} = ${s.componentId} and ${t.isSource} order by ${s.position}
      returning ${pick(u, ...MADE)}`,
  );
  return tx.rows(sql`with ${defined(made)} select ${pick(made, ...MADE)}, ${PLACE} ${fromMade(made)}`);
}

/** Units with the text given, in one language. */
async function insertUnits(
  tx: Tx,
  translationId: number,
  wanted: readonly PlannedUnit[],
  idOf: (string: PlannedUnit) => number,
): Promise<Made[]> {
  const e = recordset(
    "e",
    columnsOf(u, "id", "targets", "state"),
    wanted.map((string) => ({ id: idOf(string), targets: string.targets, state: string.state })),
  );
  const made = cte(
    "made",
    sql`
      insert into ${u} ${eachRow(u, {
        sourceId: s.id,
        translationId,
        ...columnsOf(e, "targets", "state"),
        originalState: e.state,
        position: s.position,
      })}
      from ${e} join ${s} on ${s.id} = ${e.id} order by ${s.position}
      on conflict (${names(u, "translationId", "sourceId")}) do nothing returning ${pick(u, ...MADE)}`,
  );
  return tx.rows(sql`with ${defined(made)} select ${pick(made, ...MADE)}, ${PLACE} ${fromMade(made)}`);
}

/** Empty units in all languages that have their strings. */
async function insertEmptyUnits(tx: Tx, component: ComponentRow, sourceIds: readonly number[]): Promise<Made[]> {
  const insert = insertOfEmptyUnits(
    { id: component.id, severalValues: hasSeveralValues(component.fileFormat) },
    sourceIds.map((id) => ({ id, state: STATE.EMPTY })),
  );
  const made = cte("made", sql`${insert} returning ${pick(u, ...MADE)}`);
  return tx.rows(sql`with ${defined(made)} select ${pick(made, ...MADE)}, ${PLACE} ${fromMade(made)}`);
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
  await changeFiles(
    tx,
    ledgerUser(actor),
    written.flatMap((unit): FileChange[] => {
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
  const ids = written.map((unit) => unit.id);
  await tx.run(sql`update ${u} set ${assigned(u, { pending: true })} where ${anyOf(u.id, ids)}`);
}

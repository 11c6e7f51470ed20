import { sourceUnits, translations, units } from "@/lib/generated/tables";
import { assigned, columnsOf, named, pick, recordset } from "@/lib/platform/columns";
import { literal, sql, type Tx } from "@/lib/platform/database";
import { among, anyOf, sqlNow, TYPE } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { contentHash } from "@/lib/text/hash";
import { countCharacters, countWords } from "@/lib/text/words";
import { type Actor, SERVICE } from "../access/actor";
import { ACTION } from "../change-actions";
import { type Cause, joinForms, record } from "../changes/record";
import { applyCountDifference, countUnitsOfSources } from "../counters/unit-counters";
import { recheck } from "./recheck";
import { touchSources } from "./touched";
import { lockUnits } from "./units";

const [s, u, t] = [sourceUnits.as("s"), units.as("u"), translations.as("t")];

/** States of strings whose translation belongs to the source text as it was. */
const CURRENT = [
  STATE.NEEDS_EDITING,
  STATE.NEEDS_REWRITING,
  STATE.NEEDS_CHECKING,
  STATE.TRANSLATED,
  STATE.APPROVED,
] as const;

/** A source string whose text changed while its key stayed. */
export interface SourceChange {
  sourceId: number;
  componentId: number;
  projectId: number;
  context: string;
  sourceLanguageCode: string;
  before: readonly string[];
  after: string[];
  /** True where the meaning has not changed: the translations stay what they are, and are only checked anew. */
  keepTranslations?: boolean;
}

/**
 * Writes new source texts and marks the finished translations of them for edit, with the former text beside them
 * for a word diff, unless they are to be kept. Counters follow, words and characters of all languages included.
 */
export async function changeSources(
  tx: Tx,
  actor: Actor,
  changes: readonly SourceChange[],
  cause?: Cause,
): Promise<void> {
  const real = changes.filter((change) => joinForms(change.before) !== joinForms(change.after));
  if (real.length === 0) return;
  const ids = real.map((change) => change.sourceId);
  const weights = await countUnitsOfSources(tx, ids);
  await touchSources(tx, ids);
  const n = recordset(
    "n",
    { ...columnsOf(s, "id", "sources", "numWords", "numChars"), contentHash: TYPE.hash },
    real.map((change) => ({
      id: change.sourceId,
      sources: change.after,
      contentHash: contentHash(change.after, change.context).toString(),
      numWords: change.after.reduce((sum, text) => sum + countWords(text), 0),
      numChars: change.after.reduce((sum, text) => sum + countCharacters(text), 0),
    })),
  );
  await tx.run(sql`
    update ${s} set ${assigned(s, {
      ...columnsOf(n, "sources", "numWords", "numChars"),
      contentHash: n.contentHash,
      updatedAt: sqlNow,
    })}
    from ${n} where ${s.id} = ${n.id}`);
  await markTranslations(
    tx,
    real.filter((change) => !change.keepTranslations),
  );
  const kept = await keepTranslations(
    tx,
    real.filter((change) => change.keepTranslations).map((change) => change.sourceId),
  );
  await applyCountDifference(tx, weights, await countUnitsOfSources(tx, ids));
  // A source string has the id of its unit in the source language.
  const places = await tx.rows(sql`
    select ${pick(u, "id")}, ${named({ translationId: t.id })}, ${pick(t, "languageId")} from ${u} join ${t} on ${t.id} = ${u.translationId}
    where ${anyOf(u.id, ids)}`);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  await record(
    tx,
    actor,
    real.map((change) => ({
      action: ACTION.SOURCE_STRING_CHANGED,
      cause,
      projectId: change.projectId,
      componentId: change.componentId,
      translationId: placeOf.get(change.sourceId)?.translationId,
      languageId: placeOf.get(change.sourceId)?.languageId,
      unitId: change.sourceId,
      target: joinForms(change.after),
      old: joinForms(change.before),
      details: change.keepTranslations ? { kept: kept.get(change.sourceId) ?? 0 } : undefined,
    })),
  );
}

/** Translations of texts that changed: finished ones need editing, and the text they were made of stands beside them. */
async function markTranslations(tx: Tx, changes: readonly SourceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const before = recordset(
    "before",
    { id: u.sourceId, text: u.previousSource },
    changes.map((change) => ({ id: change.sourceId, text: joinForms(change.before) })),
  );
  const finished = among(u.state, STATE.TRANSLATED, STATE.APPROVED);
  await tx.run(sql`
    update ${u} set ${assigned(u, {
      state: sql`case when ${finished} then ${literal(STATE.NEEDS_EDITING)} else ${u.state} end`,
      originalState: sql`case when ${finished} then ${literal(STATE.NEEDS_EDITING)} else ${u.originalState} end`,
      previousSource: sql`case when ${u.previousSource} = '' and ${among(u.state, ...CURRENT)} then ${before.text} else ${u.previousSource} end`,
      version: sql`${u.version} + 1`,
      updatedAt: sqlNow,
    })}
    from ${before}, ${t}
    where ${u.sourceId} = ${before.id} and ${t.id} = ${u.translationId} and not ${t.isSource} and ${u.state} <> ${literal(STATE.EMPTY)}`);
}

/** Checks the translations of these texts anew. Gives how many finished ones each has. */
async function keepTranslations(tx: Tx, sourceIds: readonly number[]): Promise<Map<number, number>> {
  const kept = new Map<number, number>();
  if (sourceIds.length === 0) return kept;
  const rows = await tx.rows(sql`
    select ${pick(u, "id")} from ${u} join ${t} on ${t.id} = ${u.translationId} and not ${t.isSource}
    where ${anyOf(u.sourceId, sourceIds)} and ${u.state} <> ${literal(STATE.EMPTY)} order by ${u.id}`);
  const units = await lockUnits(
    tx,
    SERVICE,
    rows.map((row) => row.id),
  );
  for (const unit of units)
    if (unit.state === STATE.TRANSLATED || unit.state === STATE.APPROVED)
      kept.set(unit.sourceId, (kept.get(unit.sourceId) ?? 0) + 1);
  await recheck(tx, units);
  return kept;
}

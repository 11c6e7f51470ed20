import { literal, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { contentHash } from "@/lib/text/hash";
import { countCharacters, countWords } from "@/lib/text/words";
import type { Actor } from "../access/actor";
import { ACTION } from "../change-actions";
import { type Cause, joinForms, record } from "../changes/record";
import { moveBetween, weighOfSources } from "../counters/unit-counters";

/** A source string whose text changed while its key stayed. */
export interface SourceChange {
  sourceId: number;
  componentId: number;
  projectId: number;
  context: string;
  sourceLanguageCode: string;
  before: readonly string[];
  after: readonly string[];
}

/**
 * Writes new source texts and marks the finished translations of them for edit, with the former text beside them
 * for a word diff. Counters follow, words and characters of all languages included.
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
  const before = await weighOfSources(tx, ids);
  const rows = real.map((change) => ({
    id: change.sourceId,
    sources: change.after,
    previous: joinForms(change.before),
    content_hash: contentHash(change.after, change.context).toString(),
    num_words: change.after.reduce((sum, text) => sum + countWords(text), 0),
    num_chars: change.after.reduce((sum, text) => sum + countCharacters(text), 0),
  }));
  const list = JSON.stringify(rows);
  await tx.run(sql`
    update source_units s set sources = array(select jsonb_array_elements_text(e.sources)), content_hash = e.content_hash::bigint,
      num_words = e.num_words, num_chars = e.num_chars, updated_at = now()
    from jsonb_to_recordset(${list}::jsonb) as e(id bigint, sources jsonb, content_hash text, num_words int, num_chars int) where s.id = e.id`);
  await tx.run(sql`
    update units u set state = case when u.state in (${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)}) then ${literal(STATE.NEEDS_EDITING)} else u.state end,
      original_state = case when u.state in (${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)}) then ${literal(STATE.NEEDS_EDITING)} else u.original_state end,
      previous_source = case when u.previous_source = '' and u.state in (${literal(STATE.NEEDS_EDITING)}, ${literal(STATE.NEEDS_REWRITING)}, ${literal(STATE.NEEDS_CHECKING)}, ${literal(STATE.TRANSLATED)}, ${literal(STATE.APPROVED)}) then e.previous else u.previous_source end,
      version = u.version + 1, updated_at = now()
    from jsonb_to_recordset(${list}::jsonb) as e(id bigint, previous text), translations t
    where u.source_id = e.id and t.id = u.translation_id and not t.is_source and u.state <> ${literal(STATE.EMPTY)}`);
  await moveBetween(tx, before, await weighOfSources(tx, ids));
  // A source string has the id of its unit in the source language.
  const places = await tx.rows<{ id: number; translationId: number; languageId: number }>(sql`
    select u.id, t.id as translation_id, t.language_id from units u join translations t on t.id = u.translation_id
    where u.id = any(${ids}::bigint[])`);
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
    })),
  );
}

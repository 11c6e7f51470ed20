import { components, languages, plurals, sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick, unnest } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asFlag, asText, hashText, TYPE } from "@/lib/platform/expressions";
import { confusedSources, type Doubt, doubtsOf, type SharedText, type TextsElsewhere } from "@/lib/text/checks/reused";
import { STATE, type UnitState } from "@/lib/text/codes";
import { grouped } from "@/lib/text/grouped";
import type { Marks } from "./marks";
import { type Budget, mayTell, type Subject, type SubjectRow } from "./subjects";

/**
 * Texts that translate different sources of a project. `lib/text/checks/reused.ts` decides which of them are found, by the
 * sources and by what other languages of the project do; here is what it is told.
 */

const [s, c, u, t, q] = [sourceUnits.as("s"), components.as("c"), units.as("u"), translations.as("t"), plurals.as("q")];
const [l, sl, x, y] = [languages.as("l"), languages.as("sl"), units.as("x"), translations.as("y")];

/** A text of a language, whoever has it. */
interface Text {
  textHash: string;
  languageId: number;
}

/** A string with one of the texts. */
interface Member {
  id: number;
  group: string;
  sourceId: number;
  state: UnitState;
  /** Whether its component lets nothing be translated that fails: so what it held back goes on failing. */
  isEnforced: boolean;
  sources: readonly string[];
  target: string;
  code: string;
  sourceCode: string;
}

/** Texts that are looked at in one statement, and the strings with one of them: more are not looked at. */
const TEXTS = 500;
const STRINGS = 20_000;

/**
 * Marks the strings of all texts that the touched strings have or had, and of those that their sources have in other
 * languages, as these are told apart by what the touched ones say now. A language with one plural form is left out: it says
 * several things with the same words by nature.
 */
export async function markReused(
  tx: Tx,
  projectId: number,
  { subjects, rows }: { subjects: readonly Subject[]; rows: readonly SubjectRow[] },
  marks: Marks,
  budget: Budget | undefined,
): Promise<void> {
  const wanted = new Map<string, Text>();
  const want = (textHash: string | null, languageId: number | null) => {
    if (textHash !== null && languageId !== null) wanted.set(`${textHash} ${languageId}`, { textHash, languageId });
  };
  for (const row of rows) if (row.state !== STATE.EMPTY) want(row.textHash, row.languageId);
  for (const { textHash, languageId } of subjects) want(textHash, languageId);
  // A pass comes to all languages by itself; a save is asked about itself.
  if (!budget && subjects.length > 0)
    for (const { textHash, languageId } of await sharedElsewhere(tx, projectId, rows)) want(textHash, languageId);
  const texts = [...wanted.values()];
  for (let at = 0; at < texts.length; at += TEXTS)
    await markSome(tx, await membersOf(tx, projectId, texts.slice(at, at + TEXTS)), marks, budget);
}

async function markSome(tx: Tx, members: readonly Member[], marks: Marks, budget: Budget | undefined): Promise<void> {
  const groups = [...grouped(members, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  const asked = groups.map(([group, some]) => ({ group, some, ...questionOf(some) }));
  const textsOf = await textsElsewhere(
    tx,
    asked.flatMap(({ doubts, bySource }) => {
      const numbers = new Set(doubts.flatMap(({ one, other }) => [one, other]));
      return bySource.flatMap((of, number) => (numbers.has(number) ? of.map(({ sourceId }) => sourceId) : []));
    }),
  );
  for (const { group, some, shared, doubts, bySource } of asked) {
    const confused = confusedSources(shared, doubts, (number) =>
      merged((bySource[number] ?? []).flatMap(({ sourceId }) => textsOf.get(sourceId) ?? [])),
    );
    const failing = new Set([...confused].flatMap((number) => (bySource[number] ?? []).map(({ id }) => id)));
    const told = failing.size === 0 || mayTell(budget, "reused", group);
    for (const { id } of some)
      if (told || !failing.has(id)) marks.set("reused", id, failing.has(id));
      else marks.leave("reused", id);
  }
}

/** What is asked of strings with one text; sources in an order of their own, so that the same ones are compared each time. */
function questionOf(some: readonly Member[]): { shared: SharedText; doubts: readonly Doubt[]; bySource: Member[][] } {
  // Texts that need editing are guesses of tools, taken from sources that are alike.
  const counting = some.filter(({ state, isEnforced }) => state >= STATE.TRANSLATED || isEnforced);
  const groups = [...grouped(counting, ({ sources }) => JSON.stringify(sources))].sort(([a], [b]) => (a < b ? -1 : 1));
  const bySource = groups.map(([, of]) => of);
  const [{ target, code, sourceCode }] = some as [Member];
  const sources = bySource.map((of) => ({
    forms: of[0]?.sources ?? [],
    isTranslated: of.some(({ state }) => state >= STATE.TRANSLATED),
  }));
  const shared = { text: target, languageCode: code, sourceLanguageCode: sourceCode, sources };
  return { shared, doubts: doubtsOf(shared), bySource };
}

const IN_PROJECT = (projectId: number): Sql =>
  sql`${c.projectId} = ${projectId} and ${c.allowPropagation} and not ${c.isGlossary} and ${c.removedAt} is null`;

async function membersOf(tx: Tx, projectId: number, texts: readonly Text[]): Promise<Member[]> {
  const w = unnest("w", { textHash: TYPE.hash, languageId: t.languageId }, texts);
  return tx.rows(sql`
    select ${pick(u, "id", "sourceId", "state")}, ${pick(s, "sources")}, ${named({
      group: asText(sql`concat_ws(' ', ${w.textHash}, ${w.languageId}, ${c.sourceLanguageId})`),
      target: asText(sql`joined_forms(${u.targets})`),
      code: l.code,
      sourceCode: sl.code,
      isEnforced: asFlag(sql`'reused' = any(${c.enforcedChecks})`),
    })}
    from ${w} join ${u} on ${TEXT} = ${w.textHash} and ${u.state} <> ${literal(STATE.EMPTY)}
    join ${t} on ${t.id} = ${u.translationId} and ${t.languageId} = ${w.languageId} and not ${t.isSource}
    join ${q} on ${q.id} = ${t.pluralId} and ${q.number} > 1
    join ${c} on ${c.id} = ${t.componentId} and ${IN_PROJECT(projectId)}
    join ${l} on ${l.id} = ${t.languageId} join ${sl} on ${sl.id} = ${c.sourceLanguageId}
    join ${s} on ${s.id} = ${u.sourceId}
    where ${u.state} <> ${literal(STATE.READ_ONLY)} limit ${STRINGS}`);
}

const TEXT = asText(sql`hash_array_extended(${u.targets}, 0)`);
const OTHER = sql`hash_array_extended(${x.targets}, 0)`;

/** Texts of the sources of touched strings, in other languages, that another source has as well. */
async function sharedElsewhere(tx: Tx, projectId: number, rows: readonly SubjectRow[]): Promise<Text[]> {
  const ids = [...new Set(rows.map(({ sourceId }) => sourceId))];
  if (ids.length === 0) return [];
  return tx.rows(sql`
    select distinct ${named({ textHash: hashText(TEXT) })}, ${pick(t, "languageId")}
    from ${u} join ${t} on ${t.id} = ${u.translationId} and not ${t.isSource}
    where ${anyOf(u.sourceId, ids)} and ${u.state} <> ${literal(STATE.EMPTY)}
      and exists (select from ${x} join ${y} on ${y.id} = ${x.translationId} and ${y.languageId} = ${t.languageId}
        join ${c} on ${c.id} = ${y.componentId} and ${IN_PROJECT(projectId)}
        where ${OTHER} = ${TEXT} and ${x.state} <> ${literal(STATE.EMPTY)} and ${x.sourceId} <> ${u.sourceId})`);
}

/** What languages translate sources with, by the sources' ids. */
async function textsElsewhere(
  tx: Tx,
  sourceIds: readonly number[],
): Promise<ReadonlyMap<number, readonly { code: string; text: string }[]>> {
  if (sourceIds.length === 0) return new Map();
  const rows = await tx.rows(sql`
    select ${pick(u, "sourceId")}, ${pick(l, "code")}, ${named({ text: hashText(TEXT) })}
    from ${u} join ${t} on ${t.id} = ${u.translationId} and not ${t.isSource} join ${l} on ${l.id} = ${t.languageId}
    where ${anyOf(u.sourceId, sourceIds)} and ${u.state} >= ${literal(STATE.TRANSLATED)}`);
  return grouped(rows, ({ sourceId }) => sourceId);
}

function merged(texts: readonly { code: string; text: string }[]): TextsElsewhere {
  const found = new Map<string, Set<string>>();
  for (const { code, text } of texts) found.set(code, (found.get(code) ?? new Set()).add(text));
  return found;
}

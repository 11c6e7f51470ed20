import { memoryEntries, projects, sourceUnits, units } from "@/lib/generated/tables";
import { cte, named, pick } from "@/lib/platform/columns";
import { joinSql, type Sql, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { runSearch } from "../search/run-search";
import { lendersOf } from "./internal/lenders";
import type { MemoryQuestion } from "./internal/question";
import { SPEAKS, statesOf } from "./internal/string-matches";
import { usableEntries } from "./scope";
import { holds, SOURCE_TEXT, sourceHolds, TARGET_TEXT } from "./strings";

/** Where words are used: in a source or in a translation of the memory. */

export interface Mention {
  /** Plural forms joined as in changes. */
  source: string;
  target: string;
  origin: string;
}

export type MentionQuestion = Pick<
  MemoryQuestion,
  "sourceLanguageId" | "targetLanguageId" | "project" | "componentId"
> & {
  /** All of them stand in the source, or all in the translation; in any case, as parts of words too. */
  words: readonly string[];
};

/** Entries read from each place, and given in all. */
const READ = 100;
const MOST = 20;

const [u, s] = [units.as("u"), sourceUnits.as("s")];
const [m, p] = [memoryEntries.as("m"), projects.as("p")];

/**
 * Entries that may be offered and hold all words, the shortest first, each pair of texts once.
 * @throws Invalid on `q` when it takes too long; Busy
 */
export async function searchMemory(actor: Actor, question: MentionQuestion): Promise<Mention[]> {
  const every = (holding: (word: string) => Sql): Sql => joinSql(question.words.map(holding), " and ");
  const all = (text: Sql): Sql => every((word) => holds(text, word));
  const lenders = lendersOf(actor, question);
  const l = cte("l", lenders);
  const strings = (where: Sql) => sql`
    with l as materialized (${lenders})
    select ${named({ source: SOURCE_TEXT, target: TARGET_TEXT })}, ${pick(l, "origin")}
    from ${s} join ${l} on ${l.id} = ${s.componentId}
      join ${u} on ${u.sourceId} = ${s.id} and ${u.translationId} = ${l.translationId}
    where ${where} and ${statesOf({})} and ${TARGET_TEXT} ~ ${SPEAKS} limit ${READ}`;
  const stored = sql`
    select ${pick(m, "source", "target", "origin")} from ${m} left join ${p} on ${p.id} = ${m.projectId}
    where (${all(m.source)} or ${all(m.target)}) and ${m.targetLanguageId} = ${question.targetLanguageId}
      and ${m.sourceLanguageId} = ${question.sourceLanguageId} and ${usableEntries(actor, question.project)} limit ${READ}`;
  const found = await runSearch(actor, async (on) => [
    ...(await on.rows(strings(every(sourceHolds)))),
    ...(await on.rows(strings(all(TARGET_TEXT)))),
    ...(await on.rows(stored)),
  ]);
  const seen = new Set<string>();
  return found
    .sort((a, b) => a.source.length - b.source.length || (a.source < b.source ? -1 : 1))
    .filter(({ source, target }) => {
      const pair = `${source}\u0000${target}`;
      return !seen.has(pair) && seen.add(pair);
    })
    .slice(0, MOST);
}

import { db, rawSql, sql } from "@/lib/platform/database";
import { NUMBERS } from "./counters";

/** Counters of one scope, as stored. */
export interface CounterRow {
  total: number;
  totalWords: number;
  totalChars: number;
  translated: number;
  translatedWords: number;
  translatedChars: number;
  fuzzy: number;
  fuzzyWords: number;
  fuzzyChars: number;
  approved: number;
  approvedWords: number;
  approvedChars: number;
  readonly: number;
  readonlyWords: number;
  readonlyChars: number;
  failing: number;
  failingWords: number;
  suggestions: number;
  comments: number;
  pending: number;
  translations: number;
  /** Content changes in the six hours before the last one of each translation. */
  recent: number;
  /** ISO 8601 as PostgreSQL's JSON writes it, or null. */
  lastChange: string | null;
  lastAuthorId: number | null;
}

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A JSON object of the counters of the alias `k`. */
export const COUNTER_COLUMNS = rawSql(
  `jsonb_build_object(${NUMBERS.map((name) => `'${camel(name)}', k.${name}`).join(", ")}, 'lastChange', k.last_change, 'lastAuthorId', k.last_author_id)`,
);

/** Counters of a scope that has none yet. */
export function noCounters(): CounterRow {
  return {
    ...(Object.fromEntries(NUMBERS.map((name) => [camel(name), 0])) as unknown as CounterRow),
    lastChange: null,
    lastAuthorId: null,
  };
}

export type Scope = "translation" | "component" | "category" | "project" | "project-language" | "language" | "site";

/** Counters of several objects of one scope with one statement. Of projects and categories, `visible.ts` says what an actor may know. */
export async function readCounters(scope: Scope, ids: readonly number[]): Promise<Map<number, CounterRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ objectId: number; counters: CounterRow }>(sql`
    select k.object_id, ${COUNTER_COLUMNS} as counters from counters k
    where k.scope = ${scope} and k.object_id = any(${ids}::int[]) and k.language_id = 0`);
  return new Map(rows.map((row) => [row.objectId, row.counters]));
}

/** Counters of one object; all zero when nothing has been counted. */
export async function readCounter(scope: Scope, id: number): Promise<CounterRow> {
  return (await readCounters(scope, [id])).get(id) ?? noCounters();
}

/**
 * Percentage with one decimal, floored; never 0 for some and never 100 for not all (the contract, section 1).
 * @param whenEmpty what no strings at all give: 100 for the translated family, else 0
 */
export function percent(part: number, total: number, whenEmpty: 0 | 100 = 0): number {
  if (total === 0) return whenEmpty;
  if (part >= total) return 100;
  if (part <= 0) return 0;
  const floored = Math.floor((1000 * part) / total) / 10;
  return Math.min(Math.max(floored, 0.1), 99.9);
}

import { type Counters, counters } from "@/lib/generated/tables";
import { type From, named, pick, type Typed } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { anyOf, asText, asWritten, jsonObject, orNull } from "@/lib/platform/expressions";
import { eachNumber, type NumberName, noNumbers } from "./counters";

const k = counters.as("k");

/** Columns that hold the numbers of something. */
type Numbered = Pick<Counters, NumberName | "lastChange" | "lastAuthorId">;

/**
 * Counters of one scope, as stored. `recent` are the content changes in the six hours before the last one of each
 * translation.
 */
export interface CounterRow extends Pick<Counters, NumberName | "lastAuthorId"> {
  /** ISO 8601 as PostgreSQL's JSON writes it, or null. */
  lastChange: string | null;
}

/** The counters of a row as one object. */
export const countersOf = (k: From<Numbered>): Typed<CounterRow> =>
  jsonObject({
    ...eachNumber((name) => k[name]),
    lastChange: orNull(asText(k.lastChange)),
    lastAuthorId: k.lastAuthorId,
  });

/** Those of the alias `k`. */
export const COUNTERS = countersOf(k);

/** The same where the row may be missing. */
export const COUNTERS_IF_ANY = orNull(asWritten(COUNTERS, sql`case when ${k.scope} is not null then ${COUNTERS} end`));

/** Counters of a scope that has none yet. */
export function noCounters(): CounterRow {
  return { ...noNumbers(), lastChange: null, lastAuthorId: null };
}

export type Scope = "translation" | "component" | "category" | "project" | "project-language" | "language" | "site";

/** Counters of several objects of one scope with one statement. Of projects and categories, `visible.ts` says what an actor may know. */
export async function readCounters(scope: Scope, ids: readonly number[]): Promise<Map<number, CounterRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows(sql`
    select ${pick(k, "objectId")}, ${named({ counters: COUNTERS })} from ${k}
    where ${k.scope} = ${scope} and ${anyOf(k.objectId, ids)} and ${k.languageId} = 0`);
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

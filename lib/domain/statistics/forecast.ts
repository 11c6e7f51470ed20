import { components, counters, languages, projects, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { type ActivityPlace, activityByLanguage, type Done, dateOf, inPlace, lastWeeks } from "./activity";

const [t, c, p] = [translations.as("t"), components.as("c"), projects.as("p")];
const [k, l] = [counters.as("k"), languages.as("l")];

const sum = (numbers: Sql) => asNumber(sql`coalesce(sum(${numbers}), 0)::bigint`);
const STATES = named({
  total: sum(k.total),
  totalWords: sum(k.totalWords),
  translated: sum(k.translated),
  translatedWords: sum(k.translatedWords),
  approvedWords: sum(k.approvedWords),
  fuzzyWords: sum(k.fuzzyWords),
});

/** Strings and words of one language by state, without the source language. Approved ones are translated, too. */
export type LanguageStates = SelectedRow<typeof STATES> & { code: string; name: string };

/** Words by state in the languages of a place, as far as the actor may see it, by name. */
export async function statesByLanguage(actor: Actor, place: ActivityPlace): Promise<LanguageStates[]> {
  const parts = [...inPlace(actor, place), sql`not ${t.isSource}`];
  if (place.languageId !== undefined) parts.push(sql`${t.languageId} = ${place.languageId}`);
  return db.rows(sql`
    select ${pick(l, "code", "name")}, ${STATES}
    from ${t} join ${c} on ${c.id} = ${t.componentId} join ${p} on ${p.id} = ${c.projectId} join ${l} on ${l.id} = ${t.languageId}
      join ${k} on ${k.scope} = 'translation' and ${k.objectId} = ${t.id} and ${k.languageId} = 0
    where ${joinSql(parts, " and ")} group by ${l.id} order by ${l.name}, ${l.id} limit 1000`);
}

/** Weeks whose pace a forecast goes on with. */
export const PACE_WEEKS = 8;
const FARTHEST_WEEKS = 520;
const WEEK = 7 * 86_400_000;

export interface Forecast {
  /** Strings that are not translated yet. */
  left: number;
  /** New translations in a week, on an average. */
  pace: number;
  /** When nothing is left at this pace; null when that is never, or more than ten years away. */
  date: string | null;
}

/** When a place is translated if people go on as in the last weeks. */
export function forecast(left: number, weeks: readonly Done[], now: Date = new Date()): Forecast {
  const taken = weeks.slice(-PACE_WEEKS);
  return forecastAt(left, taken.reduce((all, week) => all + week.added, 0) / Math.max(1, taken.length), now);
}

function forecastAt(left: number, pace: number, now: Date): Forecast {
  if (left <= 0) return { left: 0, pace, date: dateOf(now) };
  const needed = pace > 0 ? left / pace : Number.POSITIVE_INFINITY;
  return { left, pace, date: needed > FARTHEST_WEEKS ? null : dateOf(now.getTime() + needed * WEEK) };
}

/** The forecast of each language of a place, by name. */
export async function forecastsByLanguage(
  actor: Actor,
  place: ActivityPlace,
  now: Date = new Date(),
): Promise<(Forecast & Pick<LanguageStates, "code" | "name">)[]> {
  const [states, done] = await Promise.all([
    statesByLanguage(actor, place),
    activityByLanguage(actor, place, lastWeeks(PACE_WEEKS, now)),
  ]);
  const added = new Map(done.map((language) => [language.code, language.added]));
  return states.map(({ code, name, total, translated }) => ({
    ...{ code, name },
    ...forecastAt(total - translated, (added.get(code) ?? 0) / PACE_WEEKS, now),
  }));
}

/** What a word costs: one without a translation, and one whose translation needs editing. */
export interface Rates {
  empty: number;
  editing: number;
}

/** What it costs to translate the rest of a language. */
export function costOf(
  states: Pick<LanguageStates, "totalWords" | "translatedWords" | "fuzzyWords">,
  rates: Rates,
): number {
  const empty = Math.max(0, states.totalWords - states.translatedWords - states.fuzzyWords);
  return Math.round((empty * rates.empty + states.fuzzyWords * rates.editing) * 100) / 100;
}

import { changes, componentLinks, components, languages, projects, users } from "@/lib/generated/tables";
import { named, pick, type Typed } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asText } from "@/lib/platform/expressions";
import { type Actor, ledgerUser } from "../access/actor";
import { visibleComponents } from "../access/demand";
import { ACTION, actionCodes } from "../change-actions";
import { dailyChanges } from "../changes/tallies";
import { COMMIT_NAME, commitNameIn } from "../users/commit-identity";

const [c, p, l, u, a, r, h] = [
  components.as("c"),
  projects.as("p"),
  languages.as("l"),
  users.as("u"),
  users.as("a"),
  componentLinks.as("r"),
  changes.as("h"),
];

/** Where activity is looked at: all of Loquat when nothing is named. */
export interface ActivityPlace {
  projectId?: number;
  componentId?: number;
  languageId?: number;
}

/** Days from the first to the last one, as dates in UTC. */
export interface Period {
  first: string;
  last: string;
}

/** What was done, in strings: one that was changed twice counts twice. */
export interface Done {
  /** New texts: typed, uploaded, from suggestions or machines. */
  added: number;
  edited: number;
  approved: number;
  suggested: number;
  /** Words of the source strings of the texts that were added or edited; of one that was changed twice, twice. */
  words: number;
}

const NEW: readonly number[] = [
  ACTION.TRANSLATION_ADDED,
  ACTION.AUTOMATICALLY_TRANSLATED,
  ACTION.SUGGESTION_ACCEPTED,
  ACTION.TRANSLATION_UPLOADED,
];
const APPROVED: readonly number[] = [ACTION.TRANSLATION_APPROVED];
const SUGGESTED: readonly number[] = [ACTION.SUGGESTION_ADDED];
/** What the history has among changes of content, and writes no translation. */
const NO_TEXT: readonly number[] = [
  ACTION.STRING_ADDED,
  ACTION.BULK_STATUS_CHANGED,
  ACTION.EXPLANATION_UPDATED,
  ACTION.EXTRA_FLAGS_UPDATED,
];
const EDITED = [...actionCodes("content")].filter((code) => ![...NEW, ...APPROVED, ...NO_TEXT].includes(code));
const DONE = [...NEW, ...APPROVED, ...SUGGESTED, ...EDITED];

const DAY = 86_400_000;

/** A day as a date, in UTC. */
export const dateOf = (moment: Date | number): string => new Date(moment).toISOString().slice(0, 10);

/** The last weeks up to today, which is the last day of the last one. */
export function lastWeeks(weeks: number, now: Date = new Date()): Period {
  return { first: dateOf(now.getTime() - (7 * weeks - 1) * DAY), last: dateOf(now) };
}

/** Components of a place that the actor may see, with those that are shared with its project. */
export function inPlace(actor: Actor, place: ActivityPlace): Sql[] {
  const parts = [visibleComponents(actor)];
  if (place.projectId !== undefined && place.componentId === undefined)
    parts.push(sql`
      (${c.projectId} = ${place.projectId}
        or ${c.id} in (select ${r.componentId} from ${r} where ${r.projectId} = ${place.projectId}))`);
  if (place.componentId !== undefined) parts.push(sql`${c.id} = ${place.componentId}`);
  return parts;
}

/** Rows of activity `ch`, and what they add up to. */
function activityIn(actor: Actor, place: ActivityPlace, period: Period) {
  const ch = dailyChanges(period.first);
  const parts = [...inPlace(actor, place), anyOf(ch.action, DONE), sql`${ch.day} <= ${period.last}::text::date`];
  if (place.languageId !== undefined) parts.push(sql`${ch.languageId} = ${place.languageId}`);
  const sum = (codes: readonly number[]) =>
    asNumber(sql`coalesce(sum(${ch.lines}) filter (where ${anyOf(ch.action, codes)}), 0)::int`);
  return {
    ch,
    from: sql`from ${ch} join ${c} on ${c.id} = ${ch.componentId} join ${p} on ${p.id} = ${c.projectId}`,
    parts,
    all: asNumber(sql`sum(${ch.lines})::int`),
    done: named({
      ...{ added: sum(NEW), edited: sum(EDITED), approved: sum(APPROVED), suggested: sum(SUGGESTED) },
      words: asNumber(sql`coalesce(sum(${ch.words}) filter (where ${anyOf(ch.action, [...NEW, ...EDITED])}), 0)::int`),
    }),
  };
}

/** What was done in each week of a period, oldest first; the first begins with the period. */
export async function activityByWeek(
  actor: Actor,
  place: ActivityPlace,
  period: Period,
): Promise<(Done & { start: string })[]> {
  const { ch, from, parts, done } = activityIn(actor, place, period);
  const rows = await db.rows(sql`
    select ${named({ week: asNumber(sql`((${ch.day} - ${period.first}::text::date) / 7)::int`) })}, ${done}
    ${from} where ${joinSql(parts, " and ")} group by 1`);
  const byWeek = new Map(rows.map(({ week, ...numbers }) => [week, numbers]));
  const first = Date.parse(period.first);
  const weeks = Math.floor((Date.parse(period.last) - first) / DAY / 7) + 1;
  return Array.from({ length: weeks }, (_, week) => ({
    start: dateOf(first + week * 7 * DAY),
    ...(byWeek.get(week) ?? { added: 0, edited: 0, approved: 0, suggested: 0, words: 0 }),
  }));
}

export type LanguageActivity = Done & { code: string; name: string };

/** What was done in each language, most first. */
export async function activityByLanguage(
  actor: Actor,
  place: ActivityPlace,
  period: Period,
): Promise<LanguageActivity[]> {
  const { ch, from, parts, all, done } = activityIn(actor, place, period);
  return db.rows(sql`
    select ${pick(l, "code", "name")}, ${done} ${from} join ${l} on ${l.id} = ${ch.languageId}
    where ${joinSql(parts, " and ")} group by ${l.id} order by ${all} desc, ${l.code} limit 1000`);
}

/** What others decided on the suggestions of a person. What is older than the record of whose they were is not counted. */
export interface Decided {
  accepted: number;
  rejected: number;
}

export type PersonActivity = Done & Decided & { username: string; fullName: string; cursor: string };

/** Whether a text is a cursor of `activityByPerson`. */
export const isPersonCursor = (text: string): boolean => /^\d{1,9}-\d{1,9}$/.test(text);

/**
 * What each person did, most active first.
 * @param own those who may not see reports of others see their own line alone
 */
export async function activityByPerson(
  actor: Actor,
  place: ActivityPlace,
  period: Period,
  window: { after?: string; limit: number; own?: boolean },
): Promise<{ rows: PersonActivity[]; more: boolean }> {
  const { ch, from, parts, all, done } = activityIn(actor, place, period);
  // The token of a project is nobody's own in another one.
  if (window.own) parts.push(actor.tokenProjectId === undefined ? sql`${u.id} = ${ledgerUser(actor)}` : sql`false`);
  const [lines, id] = (window.after ?? "").split("-").map(Number);
  const after =
    window.after === undefined ? sql`true` : sql`(${all}, -${u.id}) < (${lines ?? 0}::int, -${id ?? 0}::int)`;
  const rows = await db.rows(sql`
    select ${pick(u, "id", "username", "fullName")}, ${done}, ${named({ cursor: asText(sql`${all} || '-' || ${u.id}`) })}
    ${from} join ${u} on ${u.id} = ${ch.userId}
    where ${joinSql(parts, " and ")} and not ${u.isAnonymous} group by ${u.id} having ${after}
    order by ${all} desc, ${u.id} limit ${window.limit + 1}`);
  const shown = rows.slice(0, window.limit);
  const decided = await decidedOf(
    actor,
    place,
    period,
    shown.map(({ id: person }) => person),
  );
  return {
    rows: shown.map(({ id: person, ...row }) => ({ ...row, ...(decided.get(person) ?? { accepted: 0, rejected: 0 }) })),
    more: rows.length > window.limit,
  };
}

/** What became of suggestions of some people in a period; what they decided on themselves is left out. */
async function decidedOf(
  actor: Actor,
  place: ActivityPlace,
  period: Period,
  people: readonly number[],
): Promise<ReadonlyMap<number, Decided>> {
  if (people.length === 0) return new Map();
  const parts = [
    ...inPlace(actor, place),
    anyOf(h.suggesterId as Typed<number>, people),
    sql`${h.suggesterId} is distinct from ${h.userId}`,
    sql`${h.at} >= ${period.first}::text::date and ${h.at} < ${period.last}::text::date + 1`,
  ];
  if (place.languageId !== undefined) parts.push(sql`${h.languageId} = ${place.languageId}`);
  const rows = await db.rows(sql`
    select ${pick(h, "suggesterId")}, ${named({
      accepted: asNumber(sql`count(*) filter (where ${h.action} = ${ACTION.SUGGESTION_ACCEPTED})`),
      rejected: asNumber(sql`count(*) filter (where ${h.action} = ${ACTION.SUGGESTION_REMOVED})`),
    })}
    from ${h} join ${c} on ${c.id} = ${h.componentId} join ${p} on ${p.id} = ${c.projectId}
    where ${joinSql(parts, " and ")} group by ${h.suggesterId}`);
  return new Map(rows.map(({ suggesterId, ...decided }) => [suggesterId ?? 0, decided]));
}

export type WorkLine = Done & { start: string; language: string; username: string; fullName: string };

/**
 * What each person did in each language and week of a period, the newest week first; see `activityByPerson` for `own`. Weeks
 * begin with the period.
 */
export async function workOf(
  actor: Actor,
  place: ActivityPlace,
  period: Period,
  window: { limit: number; own?: boolean },
): Promise<WorkLine[]> {
  const { ch, from, parts, all, done } = activityIn(actor, place, period);
  if (window.own) parts.push(actor.tokenProjectId === undefined ? sql`${u.id} = ${ledgerUser(actor)}` : sql`false`);
  const first = sql`${period.first}::text::date`;
  return db.rows(sql`
    select ${named({ start: asText(sql`(${first} + 7 * ((${ch.day} - ${first}) / 7))::text`), language: l.code })},
      ${pick(u, "username", "fullName")}, ${done}
    ${from} join ${l} on ${l.id} = ${ch.languageId} join ${u} on ${u.id} = ${ch.userId}
    where ${joinSql(parts, " and ")} and not ${u.isAnonymous} group by 1, ${l.id}, ${u.id}
    order by 1 desc, ${l.code}, ${all} desc, ${u.id} limit ${window.limit}`);
}

export interface Credit {
  language: string;
  /** The one that commits of the project carry. */
  fullName: string;
  /** Texts that were added, edited or approved. */
  changes: number;
}

/** Who translated into which language, by language, most first; see `activityByPerson` for `own`. */
export async function creditsOf(
  actor: Actor,
  place: ActivityPlace,
  period: Period,
  window: { limit: number; own?: boolean },
): Promise<Credit[]> {
  const { ch, from, parts, all } = activityIn(actor, place, period);
  parts.push(anyOf(ch.action, [...NEW, ...EDITED, ...APPROVED]));
  if (window.own) parts.push(actor.tokenProjectId === undefined ? sql`${a.id} = ${ledgerUser(actor)}` : sql`false`);
  // Of all projects there is no name but that of the account.
  const fullName = asText(place.projectId === undefined ? COMMIT_NAME : commitNameIn(sql`${place.projectId}::int`));
  return db.rows(sql`
    select ${named({ language: l.name, changes: all, fullName })}
    ${from} join ${l} on ${l.id} = ${ch.languageId} join ${a} on ${a.id} = ${ch.userId}
    where ${joinSql(parts, " and ")} and not ${a.isAnonymous} group by ${l.id}, ${a.id}
    order by ${l.name}, ${l.id}, changes desc, ${a.id} limit ${window.limit}`);
}

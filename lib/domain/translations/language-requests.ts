import { components, languageRequests, languages, projects, translations, users } from "@/lib/generated/tables";
import { assigned, combined, named, names, outer, pick, row, subquery } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, asText, counted, orNull, rowCount, sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand, visibleComponents } from "../access/demand";
import { componentsWith, projectsWith } from "../access/permission-conditions";
import { type ComponentRow, scopeOf } from "../components/components";
import { Invalid, NotFound } from "../errors";
import type { ProjectRow } from "../projects/projects";
import { type Part, partOf } from "../teams/team-members";
import { settleLanguageNotices, tellLanguageAnswer, tellOfLanguageRequest } from "./internal/tell-of-languages";

/**
 * Requests for a language, of a component or of a whole project, where only those who manage components add one. What several
 * people ask for in one place is one request, answered once. Asking and adding stand in `creation/asked-languages.ts`.
 */

const [q, c, p] = [languageRequests.as("q"), components.as("c"), projects.as("p")];
const [l, u, t, lacking] = [languages.as("l"), users.as("u"), translations.as("t"), components.as("lacking")];

/** Where a language is asked for. */
export interface AskedPlace {
  project: ProjectRow;
  component?: ComponentRow;
}

/** Who has been declined may ask again after this. */
const PAUSE_DAYS = 30;
const MOST_CHARACTERS = 500;
/** People of one request who are named. */
const MOST_NAMED = 5;

/** Waits for an answer. */
const WAITS = sql`${q.declinedAt} is null`;

/** The place itself: what is asked of a component is no request of its project. */
const inPlace = ({ project, component }: AskedPlace): Sql =>
  sql`${q.projectId} = ${project.id} and ${q.componentId} is not distinct from ${component?.id ?? null}::int`;

/** Whether the actor answers requests of a place, as one who adds languages whatever its setting says. */
export function answersLanguages(actor: Actor, { project, component }: AskedPlace): boolean {
  const scope = component ? scopeOf(component) : { project };
  return can(actor, "component.edit", scope) && can(actor, "translation.add", scope);
}

function demandAnswering(actor: Actor, { project, component }: AskedPlace): void {
  const scope = component ? scopeOf(component) : { project };
  demand(actor, "component.edit", scope);
  demand(actor, "translation.add", scope);
}

const OWN = combined(pick(q, "id", "declinedAt", "reason"), pick(l, "code", "name"));

export type OwnLanguageRequest = SelectedRow<typeof OWN>;

/** What the actor has asked for in a place: it waits, or was declined lately. The newest twenty. */
export async function ownLanguageRequests(actor: Actor, place: AskedPlace): Promise<OwnLanguageRequest[]> {
  if (actor.isAnonymous) return [];
  return db.rows(sql`
    select ${OWN} from ${q} join ${l} on ${l.id} = ${q.languageId}
    where ${q.userId} = ${actor.userId} and ${inPlace(place)}
      and (${WAITS} or ${q.declinedAt} > now() - make_interval(days => ${PAUSE_DAYS}::int))
    order by ${q.id} desc limit 20`);
}

/** What somebody asks for, checked by whoever calls. Gives whether it is new, and tells those who answer. */
export async function storeLanguageRequest(
  tx: Tx,
  asked: { userId: number; projectId: number; componentId: number | null; languageId: number },
  message: string,
): Promise<boolean> {
  const values = { message: message.trim(), createdAt: sqlNow, declinedAt: null, reason: "" };
  const made = await tx.run(sql`
    insert into ${q} ${row(q, { ...asked, ...values })}
    on conflict (${names(q, "userId", "projectId", "componentId", "languageId")})
      do update set ${assigned(q, values)} where ${q.declinedAt} is not null`);
  if (made > 0) await tellOfLanguageRequest(tx, asked);
  return made > 0;
}

/** Takes one's own request back. @throws NotFound */
export async function withdrawLanguageRequest(actor: Actor, place: AskedPlace, id: number): Promise<void> {
  await inTransaction(async (tx) => {
    const gone = await tx.run(sql`
      delete from ${q} where ${q.id} = ${id} and ${q.userId} = ${actor.userId} and ${inPlace(place)} and ${WAITS}`);
    if (gone === 0) throw new NotFound(refusal("noRequestYours"));
    await settleLanguageNotices(tx, place.project.id);
  });
}

/** Columns of a request: what all who ask for it have in common. */
const REQUEST = named({
  id: asNumber(sql`min(${q.id})`),
  people: rowCount,
  languageId: l.id,
  languageCode: l.code,
  languageName: l.name,
  componentId: orNull(c.id),
  componentName: orNull(c.name),
  componentSlug: orNull(c.slug),
  categoryPath: orNull(asText(sql`category_path(${c.categoryId})`)),
});

/** Somebody who asks, in their words. */
export interface LanguageAsker {
  username: string;
  fullName: string;
  message: string;
  createdAt: Date;
}

export type LanguageRequestRow = SelectedRow<typeof REQUEST> & {
  /** The first of them. */
  askers: LanguageAsker[];
};

const FROM = sql`
  from ${q} join ${l} on ${l.id} = ${q.languageId} join ${p} on ${p.id} = ${q.projectId}
  left join ${c} on ${c.id} = ${q.componentId} join ${u} on ${u.id} = ${q.userId} and ${u.isActive}`;
const GROUP = sql`group by ${l.id}, ${c.id}`;

/**
 * Requests that wait in a component, or in a project with its components; the oldest first. Needs `component.edit` and
 * `translation.add`.
 */
export async function listLanguageRequests(
  actor: Actor,
  place: AskedPlace,
  { after, limit }: { after?: number; limit: number },
): Promise<Part<LanguageRequestRow>> {
  demandAnswering(actor, place);
  const where = place.component
    ? sql`${q.componentId} = ${place.component.id}`
    : sql`${q.projectId} = ${place.project.id} and (${q.componentId} is null or ${visibleComponents(actor)})`;
  const found = await db.rows(sql`
    select ${REQUEST} ${FROM} where ${where} and ${WAITS} ${GROUP}
    having min(${q.id}) > ${after ?? 0} order by min(${q.id}) limit ${limit + 1}`);
  const { rows, next } = partOf(found, limit, (last) => String(last.id));
  const askers = await askersOf(rows.map(({ id }) => id));
  return { rows: rows.map((row) => ({ ...row, askers: askers.get(row.id) ?? [] })), next };
}

/** The first people of each request, by its id. */
async function askersOf(ids: readonly number[]): Promise<Map<number, LanguageAsker[]>> {
  const [first, by] = [languageRequests.as("first"), new Map<number, LanguageAsker[]>()];
  if (ids.length === 0) return by;
  const asker = subquery(
    "asker",
    sql`
      select ${pick(q, "message", "createdAt")}, ${pick(u, "username", "fullName")} from ${q}
      join ${u} on ${u.id} = ${q.userId} and ${u.isActive}
      where ${q.projectId} = ${first.projectId} and ${q.languageId} = ${first.languageId}
        and ${q.componentId} is not distinct from ${first.componentId} and ${WAITS} order by ${q.id} limit ${MOST_NAMED}`,
  );
  const rows = await db.rows(sql`
    select ${named({ of: first.id })}, ${pick(asker, "username", "fullName", "message", "createdAt")}
    from ${first} cross join lateral ${asker} where ${anyOf(first.id, [...ids])} order by ${first.id}, ${asker.createdAt}`);
  for (const { of, ...row } of rows) by.set(of, [...(by.get(of) ?? []), row]);
  return by;
}

/** How many requests wait, of a component or of a project with its components. Needs what listing them needs. */
export async function countLanguageRequests(actor: Actor, place: AskedPlace): Promise<number> {
  demandAnswering(actor, place);
  const where = place.component
    ? sql`${q.componentId} = ${place.component.id}`
    : sql`${q.projectId} = ${place.project.id} and (${q.componentId} is null or ${visibleComponents(actor)})`;
  const group = subquery(
    "waiting",
    sql`select ${named({ id: asNumber(sql`min(${q.id})`) })} ${FROM} where ${where} and ${WAITS} ${GROUP}`,
  );
  return (await db.one(sql`select ${counted} from ${group}`))?.count ?? 0;
}

const WAITING_PROJECT = combined(
  pick(p, "slug", "name"),
  named({ requests: rowCount, oldest: asNumber(sql`min(${q.id})`) }),
);

/** Projects in which requests wait that the actor may answer, the longest wait first. */
export async function projectsWithLanguageRequests(
  actor: Actor,
  limit: number,
): Promise<SelectedRow<typeof WAITING_PROJECT>[]> {
  if (actor.isAnonymous) return [];
  const whole = sql`(${projectsWith(actor, "component.edit")} and ${projectsWith(actor, "translation.add")})`;
  const one = sql`(${componentsWith(actor, "component.edit")} and ${componentsWith(actor, "translation.add")})`;
  return db.rows(sql`
    select ${WAITING_PROJECT} ${FROM}
    where ${WAITS} and case when ${q.componentId} is null then ${whole} else ${one} end
    group by ${p.id} order by min(${q.id}) limit ${limit}`);
}

const FOUND = combined(
  pick(q, "id", "projectId", "componentId", "languageId"),
  named({ code: l.code, language: l.name }),
);

export type FoundLanguageRequest = SelectedRow<typeof FOUND>;

/**
 * A request that waits in a place or, of a project, in one of its components.
 * @throws NotFound; Forbidden for who may not answer
 */
export async function findLanguageRequest(actor: Actor, place: AskedPlace, id: number): Promise<FoundLanguageRequest> {
  demandAnswering(actor, place);
  const where = place.component
    ? sql`${q.componentId} = ${place.component.id}`
    : sql`(${q.componentId} is null or ${visibleComponents(actor)})`;
  const found = await db.one(sql`
    select ${FOUND} ${FROM} where ${q.id} = ${id} and ${q.projectId} = ${place.project.id} and ${where} and ${WAITS}`);
  if (!found) throw new NotFound(refusal("requestAnsweredTaken"));
  return found;
}

/** All who wait for the same in the same place. */
const same = ({ projectId, componentId, languageId }: Omit<FoundLanguageRequest, "id" | "code" | "language">): Sql =>
  sql`${q.projectId} = ${projectId} and ${q.languageId} = ${languageId} and ${q.componentId} is not distinct from ${componentId}::int and ${WAITS}`;

/**
 * Declines what people asked for in a place, with a reason that they read. They may ask again after a month.
 * @throws Invalid without a reason; NotFound, Forbidden
 */
export async function declineLanguageRequest(
  actor: Actor,
  place: AskedPlace,
  id: number,
  reason: string,
): Promise<FoundLanguageRequest> {
  const found = await findLanguageRequest(actor, place, id);
  if (reason.trim() === "") throw Invalid.field("reason", refusal("sayFewWords"), "blank");
  if (reason.length > MOST_CHARACTERS)
    throw Invalid.field("reason", refusal("atMostCharacters", { most: MOST_CHARACTERS }), "max_length");
  await inTransaction(async (tx) => {
    await tellLanguageAnswer(tx, "LanguageDeclinedNotification", found, askedBy(found));
    await tx.run(sql`
      update ${q} set ${assigned(q, { declinedAt: sqlNow, reason: reason.trim() })} where ${same(found)}`);
    await settleLanguageNotices(tx, found.projectId);
  });
  return found;
}

/** People over `u` who wait for it. */
const askedBy = (found: Omit<FoundLanguageRequest, "id" | "code" | "language">): Sql =>
  sql`${u.id} in (select ${q.userId} from ${q} where ${same(found)})`;

/** Tells all who wait for the language of a request that it is there, and ends their requests. */
export async function endLanguageRequest(
  tx: Tx,
  found: Omit<FoundLanguageRequest, "id" | "code" | "language">,
  translationId: number | null = null,
): Promise<void> {
  await tellLanguageAnswer(tx, "LanguageAddedNotification", { ...found, translationId }, askedBy(found));
  await tx.run(sql`
    delete from ${q} where ${q.projectId} = ${found.projectId} and ${q.languageId} = ${found.languageId}
      and ${q.componentId} is not distinct from ${found.componentId}::int`);
}

/**
 * Ends requests for languages that a component has now, however they came: its own ones, and those of its project where no
 * component lacks the language any more. To be called behind the rows of the translations.
 */
export async function settleLanguageRequests(tx: Tx, componentId: number): Promise<void> {
  const has = sql`exists (
    select from ${t} where ${t.languageId} = ${q.languageId} and ${t.componentId} = ${componentId})`;
  const complete = sql`not exists (
    select from ${lacking} where ${lacking.projectId} = ${q.projectId} and ${lacking.removedAt} is null
      and ${lacking.importedAt} is not null and not ${lacking.isGlossary}
      and not exists (select from ${t} where ${t.componentId} = ${lacking.id} and ${t.languageId} = ${q.languageId}))`;
  const rows = await tx.rows(sql`
    select distinct ${pick(q, "projectId", "componentId", "languageId")}, ${named({ translationId: outer(t).id })}
    from ${q} join ${c} on ${c.id} = ${componentId} and ${c.projectId} = ${q.projectId}
      left join ${t} on ${t.componentId} = ${q.componentId} and ${t.languageId} = ${q.languageId}
    where ${has} and (${q.componentId} = ${componentId} or (${q.componentId} is null and ${complete}))`);
  for (const { translationId, ...found } of rows) await endLanguageRequest(tx, found, translationId);
  for (const projectId of new Set(rows.map((row) => row.projectId))) await settleLanguageNotices(tx, projectId);
}

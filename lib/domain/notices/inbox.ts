import { notices, tasks } from "@/lib/generated/tables";
import { assigned, named, pick, subquery } from "@/lib/platform/columns";
import { db, type Sql, sql } from "@/lib/platform/database";
import { asMoment, asNumber, counted, orNull, rowCount, sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { type ChangeRow, changesById } from "../changes/list";
import { NotFound, Unauthenticated } from "../errors";
import { cameToNothing, isTold } from "../tasks/own-tasks";
import { FROM_NOTICES, NOTICE, type NoticeRow, n, ownNotices } from "./internal/notice-rows";

/** What a person has been told, and has not looked at yet. */

export type { NoticeRow };

/** A notice and the newest of the changes that it tells of. */
export interface NoticeWithChanges extends NoticeRow {
  lines: ChangeRow[];
}

/** Beyond this nobody counts. */
export const MOST_COUNTED = 99;

const k = tasks.as("k");

const OPEN = sql`${n.doneAt} is null`;

/** What waits for somebody. */
export interface Waiting {
  /** Notices; `MOST_COUNTED + 1` for more than that. */
  notices: number;
  tasks: TaskCounts;
}

/** Tasks of somebody that run, or ended and were not seen since. */
export interface TaskCounts {
  running: number;
  /** Of those that run, together, in percent. */
  progress: number;
  ended: number;
  /** Of those that ended. */
  failed: number;
}

/** What waits for somebody, as each page tells it: one statement. */
export async function waitingFor(actor: Actor): Promise<Waiting> {
  if (actor.isAnonymous) return { notices: 0, tasks: { running: 0, progress: 0, ended: 0, failed: 0 } };
  const open = subquery(
    "open",
    sql`select ${pick(n, "id")} ${FROM_NOTICES} where ${ownNotices(actor)} and ${OPEN} limit ${MOST_COUNTED + 1}`,
  );
  const found = await db.one(sql`
    select ${named({
      notices: asNumber(sql`(select ${rowCount} from ${open})`),
      running: asNumber(sql`count(*) filter (where ${k.finishedAt} is null)`),
      progress: asNumber(sql`coalesce(avg(${k.progress}) filter (where ${k.finishedAt} is null), 0)::int`),
      ended: asNumber(sql`count(${k.finishedAt})`),
      failed: asNumber(sql`count(*) filter (where ${cameToNothing(k)})`),
    })} from ${k} where ${isTold(k, actor)}`);
  const { notices: waiting, ...told } = found ?? { notices: 0, running: 0, progress: 0, ended: 0, failed: 0 };
  return { notices: waiting, tasks: told };
}

const demandPerson = (actor: Actor): void => {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInNotices"));
};

/** Place of a notice in the list, newest first. */
export const placeOf = (notice: Pick<NoticeRow, "day" | "id">): string => `${notice.day}_${notice.id}`;

/** @returns a condition; undefined for what is no place */
function beforePlace(place: string): Sql | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})$/.exec(place);
  if (!match || Number.isNaN(Date.parse(match[1] ?? ""))) return undefined;
  return sql`(${n.day}, ${n.id}) < (${match[1]}::text::date, ${match[2]}::text::bigint)`;
}

/**
 * The actor's notices, newest day first: those that wait, or those that are done.
 * @param before `placeOf` the last one of the page before
 */
export async function listNotices(
  actor: Actor,
  { done, before, limit, offset = 0 }: { done: boolean; before?: string; limit: number; offset?: number },
): Promise<NoticeRow[]> {
  demandPerson(actor);
  const older = before ? beforePlace(before) : undefined;
  return db.rows(sql`
    select ${NOTICE} ${FROM_NOTICES}
    where ${ownNotices(actor)} and ${n.doneAt} is ${done ? sql`not null` : sql`null`} ${older ? sql`and ${older}` : sql``}
    order by ${n.day} desc, ${n.id} desc limit ${limit} offset ${offset}`);
}

/** How many there are. */
export async function countNotices(actor: Actor, done: boolean): Promise<number> {
  demandPerson(actor);
  const all = await db.one(sql`
    select ${counted} ${FROM_NOTICES} where ${ownNotices(actor)} and ${n.doneAt} is ${done ? sql`not null` : sql`null`}`);
  return all?.count ?? 0;
}

/** The newest changes of each notice, as far as the actor may see them. */
export async function withChanges(
  actor: Actor,
  rows: readonly NoticeRow[],
  each: number,
): Promise<NoticeWithChanges[]> {
  const shown = rows.map((row) => row.changes.slice(0, each));
  const changes = new Map((await changesById(actor, shown.flat())).map((change) => [change.id, change]));
  return rows.map((row, at) => ({
    ...row,
    lines: (shown[at] ?? []).flatMap((id) => changes.get(id) ?? []),
  }));
}

/** One notice. @throws NotFound */
export async function findNotice(actor: Actor, id: number): Promise<NoticeRow> {
  demandPerson(actor);
  const row = await db.one(
    sql`select ${NOTICE} ${FROM_NOTICES} where ${ownNotices(actor)} and ${n.id} = ${id}::bigint`,
  );
  if (!row) throw new NotFound(refusal("noNotice", { id }));
  return row;
}

/** Marks a notice as done, or as waiting again. @throws NotFound */
export async function setDone(actor: Actor, id: number, done: boolean): Promise<NoticeRow> {
  await findNotice(actor, id);
  if (done)
    await db.run(sql`
      update ${n} set ${assigned(n, { doneAt: sqlNow })} where ${n.id} = ${id}::bigint and ${n.doneAt} is null`);
  else await reopen(id);
  return findNotice(actor, id);
}

/** What came after it in the same place that day has a row of its own, which waits already. */
async function reopen(id: number): Promise<void> {
  const twin = notices.as("twin");
  await db.run(sql`
    update ${n} set ${assigned(n, { doneAt: null, unmailed: 0 })} where ${n.id} = ${id}::bigint and not exists (
      select from ${twin} where ${twin.doneAt} is null
        and (${twin.userId}, ${twin.notification}, ${twin.frequency}, ${twin.day}) = (${n.userId}, ${n.notification}, ${n.frequency}, ${n.day})
        and (${twin.projectId}, ${twin.componentId}, ${twin.translationId})
          is not distinct from (${n.projectId}, ${n.componentId}, ${n.translationId}))`);
}

/** When the newest thing happened of which the actor has a notice that waits. */
export async function newestOpen(actor: Actor): Promise<Date | null> {
  demandPerson(actor);
  const found = await db.one(sql`
    select ${named({ at: orNull(asMoment(sql`max(${n.lastAt})`)) })} from ${n} where ${n.userId} = ${actor.userId} and ${OPEN}`);
  return found?.at ?? null;
}

/** Marks all that had happened by then: what came while somebody read stays. Gives their number. */
export async function setAllDone(actor: Actor, seen: Date): Promise<number> {
  demandPerson(actor);
  return db.run(sql`
    update ${n} set ${assigned(n, { doneAt: sqlNow })}
    where ${n.userId} = ${actor.userId} and ${n.doneAt} is null and date_trunc('milliseconds', ${n.lastAt}) <= ${seen}`);
}

/** What is done is kept for a season, what nobody looked at for half a year. */
const KEPT_DAYS = { done: 90, open: 180 };

/** Removes old notices. Gives their number. */
export function forgetOldNotices(): Promise<number> {
  return db.run(sql`
    delete from ${n} where ${n.doneAt} < now() - make_interval(days => ${KEPT_DAYS.done}::int)
      or ${n.lastAt} < now() - make_interval(days => ${KEPT_DAYS.open}::int)`);
}

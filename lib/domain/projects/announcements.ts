import { announcementDismissals, announcements } from "@/lib/generated/tables";
import { assigned, combined, eachRow, named, pick, row } from "@/lib/platform/columns";
import {
  db,
  inTransaction,
  joinSql,
  type SelectedRow,
  sql,
  type Tx,
  whenDatabaseCloses,
} from "@/lib/platform/database";
import { anyOf, asFlag, asText, counted, orNull } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, type PermissionScope } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound, Unauthenticated } from "../errors";
import type { Window } from "../window";

/** Announcements on everything, a project, a category, a component, or one language of any of them. */

export const SEVERITIES = ["info", "warning", "danger", "success"] as const;

const [a, d] = [announcements.as("a"), announcementDismissals.as("d")];

const COLUMNS = combined(
  pick(a, "id", "message", "severity", "notify"),
  named({ expiry: orNull(asText(sql`to_char(${a.expiry}, 'YYYY-MM-DD')`)) }),
);

/** Its last day is written YYYY-MM-DD. */
export type AnnouncementRow = SelectedRow<typeof COLUMNS>;

/** Where announcements stand: exactly one of project, category and component, with or without a language; none for everywhere. */
export interface AnnouncementScope {
  projectId?: number;
  categoryId?: number;
  componentId?: number;
  languageId?: number;
  /** Where permissions are asked for; none for the whole installation. */
  permissionScope?: PermissionScope;
}

/** On all pages. */
export const EVERYWHERE: AnnouncementScope = {};

type AnnouncementPermission = "announcement.add" | "announcement.delete";

function demandIn(actor: Actor, { permissionScope }: AnnouncementScope, permission: AnnouncementPermission): void {
  if (permissionScope) demand(actor, permission, permissionScope);
  else demand(actor, "announcement.edit");
}

/** Whoever changes one takes a text down and posts another. */
const CHANGING: readonly AnnouncementPermission[] = ["announcement.add", "announcement.delete"];

/** Whether the actor may change announcements there. */
export const mayChangeAnnouncements = (actor: Actor, scope: AnnouncementScope): boolean =>
  CHANGING.every((permission) => mayAnnounce(actor, scope, permission));

/** Whether the actor may post or remove announcements there. */
export function mayAnnounce(
  actor: Actor,
  { permissionScope }: AnnouncementScope,
  permission: AnnouncementPermission,
): boolean {
  return permissionScope ? can(actor, permission, permissionScope) : can(actor, "announcement.edit");
}

/** Announcements of a scope that have not expired, by id. Whether the actor may see the scope has been asked. */
export async function listAnnouncements(
  scope: AnnouncementScope,
  window: Window,
): Promise<{ rows: AnnouncementRow[]; count: number }> {
  const where = sql`${inScope(scope)} and (${a.expiry} is null or ${a.expiry} >= current_date)`;
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${COLUMNS} from ${a} where ${where} order by ${a.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} from ${a} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** A place that people look at, and what it is in. */
export interface AnnouncedPlace {
  projectId: number;
  categoryId?: number | null;
  componentId?: number;
  languageId?: number;
}

const MOST_SHOWN = 20;

/**
 * What people who look at a place are to read: announcements there and on all that it is in, newest first. One for a language
 * is read where that language is. Whether the actor may see the place has been asked.
 */
export function announcementsAround({
  projectId,
  categoryId = null,
  componentId,
  languageId,
}: AnnouncedPlace): Promise<AnnouncementRow[]> {
  return db.rows(sql`
    select ${COLUMNS} from ${a}
    where (${a.projectId} = ${projectId} or ${a.categoryId} = any(category_chain(${categoryId}::int))
        or ${a.componentId} = ${componentId ?? null}::int)
      and (${a.languageId} is null or ${a.languageId} = ${languageId ?? null}::int)
      and (${a.expiry} is null or ${a.expiry} >= current_date)
    order by ${a.id} desc limit ${MOST_SHOWN}`);
}

/** What is announced to everybody, remembered: each page of all asks. */
let shown: { rows: Promise<AnnouncementRow[]>; until: number } | undefined;
const REMEMBER_MS = 10_000;
whenDatabaseCloses(() => {
  shown = undefined;
});

/** What is announced everywhere, newest first. What another process posts shows within ten seconds. */
export function announcementsEverywhere(): Promise<AnnouncementRow[]> {
  if (shown && shown.until > Date.now()) return shown.rows;
  const rows = db.rows(sql`
    select ${COLUMNS} from ${a} where ${inScope(EVERYWHERE)} and (${a.expiry} is null or ${a.expiry} >= current_date)
    order by ${a.id} desc limit ${MOST_SHOWN}`);
  shown = { rows, until: Date.now() + REMEMBER_MS };
  rows.catch(() => {
    shown = undefined;
  });
  return rows;
}

function inScope(scope: AnnouncementScope) {
  return joinSql(
    [
      sql`${a.projectId} is not distinct from ${scope.projectId ?? null}`,
      sql`${a.categoryId} is not distinct from ${scope.categoryId ?? null}`,
      sql`${a.componentId} is not distinct from ${scope.componentId ?? null}`,
      sql`${a.languageId} is not distinct from ${scope.languageId ?? null}`,
    ],
    " and ",
  );
}

/** What an announcement says. */
export interface AnnouncementInput extends Omit<AnnouncementRow, "id"> {
  /** Whether its last day may be over already, so that nobody ever reads it above a page. */
  mayBeOver?: boolean;
}

/** @throws Invalid on `expiry` for a last day that is over: nobody would ever read the announcement */
async function demandTime(tx: Tx, expiry: string | null): Promise<void> {
  if (expiry === null) return;
  const found = await tx.one(sql`select ${named({ isOver: asFlag(sql`${expiry}::date < current_date`) })}`);
  if (found?.isOver) throw Invalid.field("expiry", refusal("announcementOver", { day: expiry }));
}

/** Posts an announcement. Needs `announcement.add` there, or `announcement.edit` for everywhere. @throws Invalid on `expiry` */
export async function createAnnouncement(
  actor: Actor,
  scope: AnnouncementScope,
  input: AnnouncementInput,
): Promise<AnnouncementRow> {
  demandIn(actor, scope, "announcement.add");
  const made = await inTransaction(async (tx) => {
    const { projectId, categoryId, componentId, languageId } = scope;
    const { message, severity, notify } = input;
    if (!input.mayBeOver) await demandTime(tx, input.expiry);
    const expiry = sql`${input.expiry}::date`;
    const values = { projectId, categoryId, componentId, languageId, message, severity, notify, expiry };
    const posted = await tx.one(sql`
      insert into ${a} ${row(a, { ...values, userId: ledgerUser(actor) })} returning ${COLUMNS}`);
    if (!posted) throw new Error("The announcement was not stored.");
    await record(tx, actor, [
      {
        action: ACTION.ANNOUNCEMENT_POSTED,
        projectId: scope.permissionScope?.project.id ?? null,
        componentId: componentId ?? null,
        languageId: languageId ?? null,
        target: message,
        details: { announcement: posted.id, notify },
      },
    ]);
    return posted;
  });
  shown = undefined;
  return made;
}

/**
 * Changes an announcement. Needs what posting and taking down need together, or `announcement.edit` for everywhere. Those who
 * have dismissed it see it again when it says something else; nobody is told by a notice.
 * @throws NotFound; Invalid on `expiry`
 */
export async function changeAnnouncement(
  actor: Actor,
  scope: AnnouncementScope,
  id: number,
  input: Partial<Omit<AnnouncementRow, "id">>,
): Promise<AnnouncementRow> {
  for (const permission of CHANGING) demandIn(actor, scope, permission);
  const changed = await inTransaction(async (tx) => {
    const before = await tx.one(
      sql`select ${COLUMNS} from ${a} where ${a.id} = ${id} and ${inScope(scope)} for update`,
    );
    if (!before) throw new NotFound(refusal("noAnnouncement", { id }));
    const { message, severity, notify, expiry } = { ...before, ...input };
    if (expiry !== before.expiry) await demandTime(tx, expiry);
    const after = await tx.one(sql`
      update ${a} set ${assigned(a, { message, severity, notify, expiry: sql`${expiry}::date` })}
      where ${a.id} = ${id} returning ${COLUMNS}`);
    if (message !== before.message || severity !== before.severity)
      await tx.run(sql`delete from ${d} where ${d.announcementId} = ${id}`);
    return after ?? before;
  });
  shown = undefined;
  return changed;
}

/** Of some announcements, those that the actor does not want to see above pages any more. */
export async function dismissedOf(actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (actor.isAnonymous || ids.length === 0) return new Set();
  const rows = await db.rows(sql`
    select ${pick(d, "announcementId")} from ${d} where ${d.userId} = ${actor.userId} and ${anyOf(d.announcementId, [...ids])}`);
  return new Set(rows.map(({ announcementId }) => announcementId));
}

/** Of some announcements, those that the actor is to see above pages. */
export async function undismissed(actor: Actor, rows: readonly AnnouncementRow[]): Promise<AnnouncementRow[]> {
  const gone = await dismissedOf(
    actor,
    rows.map(({ id }) => id),
  );
  return rows.filter(({ id }) => !gone.has(id));
}

/**
 * Remembers that the actor does not want to see an announcement above pages any more, or does again. What is not there any
 * more needs no remembering.
 * @throws Unauthenticated for nobody
 */
export async function dismissAnnouncement(actor: Actor, id: number, dismissed: boolean): Promise<void> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInDismiss"));
  const { userId } = actor;
  if (dismissed)
    await db.run(sql`
      insert into ${d} ${eachRow(d, { userId, announcementId: a.id })} from ${a} where ${a.id} = ${id} on conflict do nothing`);
  else await db.run(sql`delete from ${d} where ${d.userId} = ${userId} and ${d.announcementId} = ${id}`);
}

/** Takes an announcement down. Needs `announcement.delete` there, or `announcement.edit` for everywhere. @throws NotFound */
export async function removeAnnouncement(actor: Actor, scope: AnnouncementScope, id: number): Promise<void> {
  demandIn(actor, scope, "announcement.delete");
  const gone = await db.run(sql`delete from ${a} where ${a.id} = ${id} and ${inScope(scope)}`);
  if (gone === 0) throw new NotFound(refusal("noAnnouncement", { id }));
  shown = undefined;
}

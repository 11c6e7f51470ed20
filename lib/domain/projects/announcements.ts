import { announcements } from "@/lib/generated/tables";
import { combined, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, type SelectedRow, sql, whenDatabaseCloses } from "@/lib/platform/database";
import { asText, counted, orNull } from "@/lib/platform/expressions";
import { type Actor, ledgerUser } from "../access/actor";
import { can, demand, type PermissionScope } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { NotFound } from "../errors";
import type { Window } from "../window";

/** Announcements on everything, a project, a category, a component, or one language of any of them. */

export const SEVERITIES = ["info", "warning", "danger", "success"] as const;

const a = announcements.as("a");

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

/** Posts an announcement. Needs `announcement.add` there, or `announcement.edit` for everywhere. */
export async function createAnnouncement(
  actor: Actor,
  scope: AnnouncementScope,
  input: Omit<AnnouncementRow, "id">,
): Promise<AnnouncementRow> {
  demandIn(actor, scope, "announcement.add");
  const made = await inTransaction(async (tx) => {
    const { projectId, categoryId, componentId, languageId } = scope;
    const { message, severity, notify } = input;
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

/** Takes an announcement down. Needs `announcement.delete` there, or `announcement.edit` for everywhere. @throws NotFound */
export async function removeAnnouncement(actor: Actor, scope: AnnouncementScope, id: number): Promise<void> {
  demandIn(actor, scope, "announcement.delete");
  const gone = await db.run(sql`delete from ${a} where ${a.id} = ${id} and ${inScope(scope)}`);
  if (gone === 0) throw new NotFound(`There is no announcement ${id} here.`);
  shown = undefined;
}

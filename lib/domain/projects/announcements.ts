import { db, inTransaction, joinSql, sql } from "@/lib/platform/database";
import { type Actor, ledgerUser } from "../access/actor";
import { demand, type Place } from "../access/demand";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { NotFound } from "../errors";
import type { Window } from "../window";

/** Announcements on a project, a category, a component, or one language of any of them. */

export const SEVERITIES = ["info", "warning", "danger", "success"] as const;

export interface AnnouncementRow {
  id: number;
  message: string;
  severity: (typeof SEVERITIES)[number];
  /** YYYY-MM-DD. */
  expiry: string | null;
  notify: boolean;
}

/** Where announcements stand: exactly one of project, category and component, with or without a language. */
export interface AnnouncementScope {
  projectId?: number;
  categoryId?: number;
  componentId?: number;
  languageId?: number;
  /** Where permissions are asked for. */
  place: Place;
}

const COLUMNS = sql`a.id, a.message, a.severity, to_char(a.expiry, 'YYYY-MM-DD') as expiry, a.notify`;

function inScope(scope: AnnouncementScope) {
  return joinSql(
    [
      sql`a.project_id is not distinct from ${scope.projectId ?? null}`,
      sql`a.category_id is not distinct from ${scope.categoryId ?? null}`,
      sql`a.component_id is not distinct from ${scope.componentId ?? null}`,
      sql`a.language_id is not distinct from ${scope.languageId ?? null}`,
    ],
    " and ",
  );
}

/** Announcements of a scope that have not expired, by id. Whether the actor may see the scope has been asked. */
export async function listAnnouncements(
  scope: AnnouncementScope,
  window: Window,
): Promise<{ rows: AnnouncementRow[]; count: number }> {
  const where = sql`${inScope(scope)} and (a.expiry is null or a.expiry >= current_date)`;
  const [rows, counted] = await Promise.all([
    db.rows<AnnouncementRow>(
      sql`select ${COLUMNS} from announcements a where ${where} order by a.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from announcements a where ${where}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** Posts an announcement. Needs `announcement.add` there. */
export async function createAnnouncement(
  actor: Actor,
  scope: AnnouncementScope,
  input: Omit<AnnouncementRow, "id">,
): Promise<AnnouncementRow> {
  demand(actor, "announcement.add", scope.place);
  return inTransaction(async (tx) => {
    const row = await tx.one<AnnouncementRow>(sql`
      insert into announcements as a (project_id, category_id, component_id, language_id, message, severity, expiry, notify, user_id)
      values (${scope.projectId ?? null}, ${scope.categoryId ?? null}, ${scope.componentId ?? null}, ${scope.languageId ?? null},
        ${input.message}, ${input.severity}, ${input.expiry}::date, ${input.notify}, ${ledgerUser(actor)}) returning ${COLUMNS}`);
    if (!row) throw new Error("The announcement was not stored.");
    await record(tx, actor, [
      {
        action: ACTION.ANNOUNCEMENT_POSTED,
        projectId: scope.place.project.id,
        componentId: scope.componentId ?? null,
        languageId: scope.languageId ?? null,
        target: row.message,
        details: { announcement: row.id, notify: row.notify },
      },
    ]);
    return row;
  });
}

/** Takes an announcement down. Needs `announcement.delete` there. @throws NotFound */
export async function removeAnnouncement(actor: Actor, scope: AnnouncementScope, id: number): Promise<void> {
  demand(actor, "announcement.delete", scope.place);
  const gone = await db.run(sql`delete from announcements a where a.id = ${id} and ${inScope(scope)}`);
  if (gone === 0) throw new NotFound(`There is no announcement ${id} here.`);
}

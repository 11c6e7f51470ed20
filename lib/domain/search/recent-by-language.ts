import { db, sql } from "@/lib/platform/database";
import { actionCodes } from "../changes/actions";

/** Content changes of a project in the six hours before the last one, by language id. One statement. */
export async function recentByLanguage(
  projectId: number,
  languageIds: readonly number[],
): Promise<Map<number, number>> {
  if (languageIds.length === 0) return new Map();
  const rows = await db.rows<{ languageId: number; count: number }>(sql`
    select k.language_id, (select count(*)::int from changes ch
      where ch.project_id = ${projectId} and ch.language_id = k.language_id and ch.at > k.last_change - interval '6 hours'
        and ch.action = any(${actionCodes("content")}::smallint[])) as count
    from counters k
    where k.scope = 'project-language' and k.object_id = ${projectId} and k.language_id = any(${languageIds}::int[]) and k.last_change is not null`);
  return new Map(rows.map((row) => [row.languageId, row.count]));
}

import { db, sql } from "@/lib/platform/database";
import { actionCodes } from "../changes/actions";

/** Content changes below a category in the six hours before the last one. */
export async function recentInCategory(categoryId: number): Promise<number> {
  const row = await db.one<{ count: number }>(sql`
    select count(*)::int as count from counters k join components c on ${categoryId}::int = any(category_chain(c.category_id))
    join changes ch on ch.component_id = c.id and ch.at > k.last_change - interval '6 hours'
    where k.scope = 'category' and k.object_id = ${categoryId} and ch.action = any(${actionCodes("content")}::smallint[])
      and c.project_id = (select project_id from categories where id = ${categoryId})`);
  return row?.count ?? 0;
}

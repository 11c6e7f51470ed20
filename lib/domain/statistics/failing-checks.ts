import { db, sql } from "@/lib/platform/database";

/** Strings of a translation that fail each check and have not been dismissed, most first. */
export async function failingChecks(translationId: number): Promise<{ check: string; strings: number }[]> {
  return db.rows<{ check: string; strings: number }>(sql`
    select f."check", count(*)::int as strings from units u join findings f on f.unit_id = u.id
    where u.translation_id = ${translationId} and u.failing and not f.dismissed group by f."check" order by strings desc, f."check"`);
}

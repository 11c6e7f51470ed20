import { sourceUnits, translations, units } from "@/lib/generated/tables";
import { db, sql } from "@/lib/platform/database";
import { present } from "@/lib/platform/expressions";

/** Part of the strings known to the planner that must have come before it is told of more. */
const SHARE = 0.2;

/**
 * Lets the database look at the tables of strings when an import has made them much larger. It does so by itself only
 * after a minute, and until then it plans for tables that are nearly empty: the checks over equal strings that follow a
 * first import took a hundred times as long.
 * @param added strings that the import has read
 */
export async function planAnew(added: number): Promise<void> {
  const grown = await db.one(sql`
    select ${present} from pg_class where oid = 'units'::regclass and (reltuples < 0 or ${added}::float8 > reltuples * ${SHARE}::float8)`);
  // Where somebody else looks at a table, or clears it up, there is nothing to wait for.
  if (grown) await db.run(sql`analyze (skip_locked) ${units}, ${sourceUnits}, ${translations}`);
}

import { findings, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { rowCount } from "@/lib/platform/expressions";

const [u, f] = [units.as("u"), findings.as("f")];

/** Strings of a translation that fail each check and have not been dismissed, most first. */
export async function failingChecks(translationId: number): Promise<{ check: string; strings: number }[]> {
  return db.rows(sql`
    select ${pick(f, "check")}, ${named({ strings: rowCount })} from ${u} join ${f} on ${f.unitId} = ${u.id}
    where ${u.translationId} = ${translationId} and ${u.failing} and not ${f.dismissed} group by ${f.check} order by strings desc, ${f.check}`);
}

import { sourceUnits, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asText } from "@/lib/platform/expressions";
import type { SyncContext } from "../files/context";
import { formatOf, isDocument } from "../files/strings";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/**
 * Texts of a language by context, for a format whose files are documents: one whose base has got another shape is made
 * again from its base and these. Undefined for every other format.
 */
export async function documentTexts(
  component: Pick<SyncContext["component"], "fileFormat" | "fileFormatParams">,
  translationId: number,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!isDocument(formatOf(component))) return undefined;
  const rows = await db.rows(sql`
    select ${pick(s, "context")}, ${named({ target: asText(sql`${u.targets}[1]`) })} from ${u} join ${s} on ${s.id} = ${u.sourceId}
    where ${u.translationId} = ${translationId} and ${u.targets}[1] <> ''`);
  return new Map(rows.map((row) => [row.context, row.target]));
}

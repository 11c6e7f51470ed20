import { db, sql } from "@/lib/platform/database";
import type { SyncContext } from "../files/context";
import { formatOf, isDocument } from "../files/strings";

/**
 * Texts of a language by context, for a format whose files are documents: one whose base has got another shape is made
 * again from its base and these. Undefined for every other format.
 */
export async function documentTexts(
  component: Pick<SyncContext["component"], "fileFormat" | "fileFormatParams">,
  translationId: number,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!isDocument(formatOf(component))) return undefined;
  const rows = await db.rows<{ context: string; target: string }>(sql`
    select s.context, u.targets[1] as target from units u join source_units s on s.id = u.source_id
    where u.translation_id = ${translationId} and u.targets[1] <> ''`);
  return new Map(rows.map((row) => [row.context, row.target]));
}

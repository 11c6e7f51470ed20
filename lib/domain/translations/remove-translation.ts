import { randomUUID } from "node:crypto";
import { languages, translations } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { openOperation } from "../changes/operations";
import { subtractFromCounters } from "../counters/relocate";

const [t, l] = [translations.as("t"), languages.as("l")];

/**
 * Removes the rows of a language. All that people have typed there is kept as an operation, so that undoing it brings the
 * language back.
 * @param operation the one that removes it, when there is one already
 * @returns the operation
 */
export async function removeTranslation(
  tx: Tx,
  actor: Actor,
  translation: { id: number },
  operation?: string,
): Promise<string> {
  const place = await tx.one(sql`
    select ${pick(t, "componentId")}, ${named({ language: l.name })} from ${t} join ${l} on ${l.id} = ${t.languageId} where ${t.id} = ${translation.id}`);
  const details = {
    name: place?.language ?? "",
    needs: ["translation.delete"] as const,
    components: place ? [place.componentId] : [],
  };
  const id = await openOperation(tx, actor, { id: operation ?? randomUUID(), kind: "removal", details });
  await tx.run(sql`select keep_language(${id}::uuid, ${translation.id}::int)`);
  await subtractFromCounters(tx, translation.id);
  await tx.run(sql`delete from ${t} where ${t.id} = ${translation.id}`);
  return id;
}

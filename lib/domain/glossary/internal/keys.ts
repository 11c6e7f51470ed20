import { components, glossaryKeys, languages, sourceUnits } from "@/lib/generated/tables";
import { columnsOf, eachRow, named, pick, recordset } from "@/lib/platform/columns";
import { inTransaction, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import { parseFlags } from "@/lib/text/flags/flags";
import { keysOfTerm } from "@/lib/text/terms/match";

const k = glossaryKeys.as("k");
const [s, c, l] = [sourceUnits.as("s"), components.as("c"), languages.as("l")];

const BATCH = 2000;

/** The key of a term whose keys have to be made; triggers set it. */
export const WAITING = "";

/** Spellings that count as the term, from its flags. */
export const formsOf = (flags: ReturnType<typeof parseFlags>): string[] =>
  (flags.get("term-forms") ?? []).map((value) => value.text);

/** Makes the keys of terms of these glossaries that wait for them, but for those that somebody else has in hand. */
export async function makeKeys(glossaries: readonly number[], within?: Tx): Promise<void> {
  const once = (tx: Tx) => makeSome(tx, glossaries);
  while ((await (within ? once(within) : inTransaction(once))) === BATCH);
}

async function makeSome(tx: Tx, glossaries: readonly number[]): Promise<number> {
  const waiting = await tx.rows(sql`
    select ${pick(k, "sourceId")} from ${k} where ${anyOf(k.componentId, glossaries)} and ${k.key} = ${WAITING}
    order by ${k.sourceId} limit ${BATCH} for update skip locked`);
  if (waiting.length === 0) return 0;
  const ids = waiting.map((row) => row.sourceId);
  // Read once the marks are held: whoever changes a term now waits to set its mark anew.
  const terms = await tx.rows(sql`
    select ${pick(s, "id", "componentId", "flags", "extraFlags")}, ${named({ source: asText(sql`coalesce(${s.sources}[1], '')`), language: l.code })}
    from ${s} join ${c} on ${c.id} = ${s.componentId} join ${l} on ${l.id} = ${c.sourceLanguageId} where ${anyOf(s.id, ids)}`);
  const made = terms.flatMap(({ id, componentId, source, language, flags, extraFlags }) =>
    keysOfTerm({ source, forms: formsOf(parseFlags(`${flags}, ${extraFlags}`)) }, language).map((key) => ({
      sourceId: id,
      componentId,
      key,
    })),
  );
  await tx.run(sql`delete from ${k} where ${anyOf(k.sourceId, ids)}`);
  const n = recordset("n", columnsOf(k, "sourceId", "componentId", "key"), made);
  await tx.run(sql`
    insert into ${k} ${eachRow(k, columnsOf(n, "sourceId", "componentId", "key"))} from ${n} on conflict do nothing`);
  return waiting.length;
}

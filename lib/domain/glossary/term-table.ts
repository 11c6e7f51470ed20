import { sourceUnits, translations, units } from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, joinSql, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asText, hashText } from "@/lib/platform/expressions";
import type { UnitState } from "@/lib/text/codes";
import { parseFlags } from "@/lib/text/flags/flags";
import { checksumOf } from "@/lib/text/hash";
import { typedPattern } from "@/lib/text/like";
import type { ComponentRow } from "../components/components";

/** The terms of a glossary to look through, by the alphabet, with what they are in some languages. */

const [s, a, u, t] = [sourceUnits.as("s"), sourceUnits.as("a"), units.as("u"), translations.as("t")];

/** How a term is to be used, where it is not simply translated. */
export const TERM_USES = ["forbidden", "read-only", "terminology", "case-sensitive"] as const;
export type TermUse = (typeof TERM_USES)[number];

export interface ListedTerm {
  sourceId: number;
  term: string;
  explanation: string;
  uses: TermUse[];
  /** Hex checksum of the string in web addresses. */
  checksum: string;
  /** What it is in the languages that were asked for, as far as they have it, by their ids. */
  inLanguages: Map<number, { text: string; state: UnitState; explanation: string }>;
}

/** As much of a term as its place in the alphabet depends on. */
const place = (of: Pick<typeof s, "sources" | "id">): Sql => sql`lower(left(${of.sources}[1], 200)), ${of.id}`;

/**
 * Terms of a glossary that its reader has found.
 * @param asked `words` stand in the term or in one of the languages; `after` is the `sourceId` of the last term before
 */
export async function listGlossaryTerms(
  component: Pick<ComponentRow, "id">,
  asked: { languageIds: readonly number[]; words: string; after?: number; limit: number },
): Promise<{ rows: ListedTerm[]; more: boolean }> {
  const { languageIds, limit, after } = asked;
  const like = typedPattern(asked.words);
  const here = sql`${t.id} = ${u.translationId} and not ${t.isSource} and ${anyOf(t.languageId, [...languageIds])}`;
  const parts = [sql`${s.componentId} = ${component.id}`];
  if (like !== "%%")
    parts.push(sql`(${s.sources}[1] ilike ${like} or exists (
      select from ${u} join ${t} on ${here} where ${u.sourceId} = ${s.id} and ${u.targets}[1] ilike ${like}))`);
  if (after !== undefined) parts.push(sql`(${place(s)}) > (select ${place(a)} from ${a} where ${a.id} = ${after})`);
  const found = await db.rows(sql`
    select ${named({ sourceId: s.id, term: asText(sql`${s.sources}[1]`), idHash: hashText(s.idHash) })},
      ${pick(s, "explanation", "flags", "extraFlags")}
    from ${s} where ${joinSql(parts, " and ")} order by ${place(s)} limit ${limit + 1}`);
  const rows = found.slice(0, limit);
  const ids = rows.map(({ sourceId }) => sourceId);
  const texts = await db.rows(sql`
    select ${pick(u, "sourceId", "state", "explanation")}, ${pick(t, "languageId")}, ${named({ text: asText(sql`${u.targets}[1]`) })}
    from ${u} join ${t} on ${here} where ${anyOf(u.sourceId, ids)}`);
  const bySource = new Map<number, ListedTerm["inLanguages"]>(ids.map((id) => [id, new Map()]));
  for (const { sourceId, languageId, ...said } of texts) bySource.get(sourceId)?.set(languageId, said);
  return {
    more: found.length > limit,
    rows: rows.map(({ flags, extraFlags, idHash, ...row }) => {
      const all = parseFlags(`${flags}, ${extraFlags}`);
      return {
        ...row,
        uses: TERM_USES.filter((use) => all.has(use)),
        checksum: checksumOf(BigInt(idHash)),
        inLanguages: bySource.get(row.sourceId) ?? new Map(),
      };
    }),
  };
}

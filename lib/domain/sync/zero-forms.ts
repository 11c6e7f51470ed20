import { sql, type Tx } from "@/lib/platform/database";
import { findFormat } from "@/lib/text/formats/registry";
import { withZero } from "@/lib/text/plurals/zero";
import type { ComponentRow } from "../components/components";
import { type PluralRow, storePlural } from "../languages/languages";

/** `source` of a plural that is the language's own with a form for zero in front; the contract 12.14. */
const CLDR_WITH_ZERO = 3;

/**
 * The plurals that new translations of a component get: the language's, with a form for zero in front where the format
 * offers one. Translations that are there keep theirs.
 */
export async function withZeroForms<T extends { languageId: number; pluralId: number }>(
  tx: Tx,
  component: Pick<ComponentRow, "fileFormat">,
  rows: readonly T[],
): Promise<T[]> {
  if (!findFormat(component.fileFormat)?.zeroForm || rows.length === 0) return [...rows];
  const plurals = await tx.rows<PluralRow>(sql`
    select id, source, number, formula, type, categories from plurals where id = any(${rows.map((row) => row.pluralId)}::int[])`);
  const byId = new Map(plurals.map((plural) => [plural.id, plural]));
  const given: T[] = [];
  for (const row of rows) {
    const plural = byId.get(row.pluralId);
    const wider = plural && withZero(plural);
    const pluralId =
      plural && wider && wider.number !== plural.number
        ? await storePlural(tx, row.languageId, { ...wider, source: CLDR_WITH_ZERO })
        : row.pluralId;
    given.push({ ...row, pluralId });
  }
  return given;
}

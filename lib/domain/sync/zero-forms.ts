import { plurals } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { findFormat } from "@/lib/text/formats/registry";
import { withZero } from "@/lib/text/plurals/zero";
import type { ComponentRow } from "../components/components";
import { storePlural } from "../languages/languages";

const q = plurals.as("q");

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
  const ids = rows.map((row) => row.pluralId);
  const known = await tx.rows(sql`
    select ${pick(q, "id", "source", "number", "formula", "type", "categories")} from ${q} where ${anyOf(q.id, ids)}`);
  const byId = new Map(known.map((plural) => [plural.id, plural]));
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

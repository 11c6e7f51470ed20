import { sourceUnits, units } from "@/lib/generated/tables";
import { rawSql, type Sql, sql } from "@/lib/platform/database";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { Invalid } from "../../errors";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** How texts are compared. */

/** A text as a pattern of LIKE that means nothing but itself. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** A word or phrase in source, target or context. */
export function anyText(text: string): Sql {
  const pattern = likePattern(text);
  return sql`(array_to_string(${s.sources}, E'\x1e') ilike ${pattern} or array_to_string(${u.targets}, E'\x1e') ilike ${pattern} or ${s.context} ilike ${pattern})`;
}

/**
 * Back-references are the one thing that makes PostgreSQL's matcher search exhaustively.
 * @throws Invalid on `q`
 */
function refuseBackReferences(pattern: string): void {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] !== "\\") continue;
    at++;
    if (/[1-9]/.test(pattern[at] ?? ""))
      throw Invalid.field("q", "A regular expression must not contain back-references (\\1).");
  }
}

/** One text, compared as the search says. Letter case counts for regular expressions only. */
export function textMatch(column: Sql, match: FieldMatch): Sql {
  if (match.kind !== "text") return rawSql("false");
  switch (match.how) {
    case "contains":
      return sql`${column} ilike ${likePattern(match.text)}`;
    case "exact":
      return sql`lower(${column}) = lower(${match.text})`;
    case "regex":
      refuseBackReferences(match.text);
      return sql`${column} ~ ${match.text}`;
  }
}

/** A user name, whatever its case. */
export function nameIs(column: Sql, match: FieldMatch): Sql {
  return match.kind === "name" ? sql`lower(${column}) = lower(${match.name})` : rawSql("false");
}

import type { Typed } from "@/lib/platform/columns";
import { joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import { escapeLike, likePattern } from "@/lib/text/like";
import { refusal } from "@/lib/text/messages/refusal";
import type { FieldMatch } from "@/lib/text/search-query/query";
import { formsRegex, postgresRegex, RegexError } from "@/lib/text/search-query/regex";
import { Invalid } from "../../errors";

/**
 * How texts are compared. Conditions are written as the indexes of trigrams are: `ilike` and `~` over a column, the first
 * form of a list, or `joined_forms` of a list that has several.
 */

/**
 * A text that is too short for an index, so that all texts are read: looked for byte by byte, without a pattern, which takes
 * a third of the time. Undefined for others.
 */
function shortly(column: Sql, text: string): Sql | undefined {
  if ([...text].length > 2) return undefined;
  if (text.toLowerCase() === text.toUpperCase()) return found(column, text);
  return /^[ -~]*$/.test(text) ? found(sql`lower(${column} collate "C")`, text.toLowerCase()) : undefined;
}

/** Of a range the database thinks that few are in it, of "more than nothing" that a third is: then it plans for the worst. */
const found = (column: Sql, text: string): Sql => sql`strpos(${column}, ${text}) between 1 and 1000000000`;

const DOTTED = "İ";
/** What the dotted capital is in small letters; the database takes it for an `i`. */
const SMALL_DOTTED = "i\u0307";

/** Letters without a case need not be changed. */
const plain = (column: Sql, text: string, pattern: string): Sql =>
  text.toLowerCase() === text.toUpperCase() ? sql`${column} like ${pattern}` : sql`${column} ilike ${pattern}`;

/** A text that holds another, or is another, whatever the case of its letters. */
function alike(column: Sql, text: string, how: "contains" | "exact"): Sql {
  const pattern = (of: string) => (how === "exact" ? escapeLike(of) : likePattern(of));
  const small = text.replaceAll(DOTTED, SMALL_DOTTED);
  if (!small.toLowerCase().includes(SMALL_DOTTED))
    return (how === "contains" ? shortly(column, text) : undefined) ?? plain(column, text, pattern(text));
  const dotted = sql`replace(${column}, ${DOTTED}, ${SMALL_DOTTED}) ilike ${pattern(small)}`;
  // An index knows nothing of the replacement, but finds what has the longest piece between.
  const pieces = small.split(/i\u0307/i);
  const piece = pieces.reduce((longest, one) => (one.length > longest.length ? one : longest));
  return piece.length < 3 ? dotted : sql`(${column} ilike ${likePattern(piece)} and ${dotted})`;
}

/** A regular expression for the database. @throws Invalid on `q` */
function regexOf(text: string, write: (pattern: string) => string): string {
  try {
    return write(text);
  } catch (error) {
    if (error instanceof RegexError) throw Invalid.field("q", refusal("regularExpressionNot", { why: error.said }));
    throw error;
  }
}

/** One text, compared as the search says. Letter case counts for regular expressions only. */
export function textMatch(column: Sql, match: FieldMatch): Sql {
  if (match.kind !== "text") return rawSql("false");
  if (match.how === "regex") return sql`${column} ~ ${regexOf(match.text, postgresRegex)}`;
  return alike(column, match.text, match.how);
}

/** Whether any form of a list compares so. */
export function formsMatch(list: Typed<string[]>, match: FieldMatch): Sql {
  if (match.kind !== "text") return rawSql("false");
  const joined = sql`joined_forms(${list})`;
  const several: Sql[] = [sql`cardinality(${list}) > 1`];
  if (match.how === "regex") several.push(sql`${joined} ~ ${regexOf(match.text, formsRegex)}`);
  else several.push(alike(joined, match.text, "contains"));
  // Side by side the forms say more than each of them.
  if (match.how !== "contains")
    several.push(sql`exists (select from unnest(${list}) as form where ${textMatch(rawSql("form"), match)})`);
  return sql`(${textMatch(sql`${list}[1]`, match)} or (${joinSql(several, " and ")}))`;
}

/** Whether an index of trigrams helps: three letters in a row are the least that one knows. */
export function isIndexed(match: FieldMatch): boolean {
  if (match.kind !== "text") return false;
  return (
    match.how === "regex" ||
    /[\p{L}\p{N}]{3}/u.test(match.text) ||
    (match.how === "exact" && /[\p{L}\p{N}]/u.test(match.text))
  );
}

/** A user name, whatever its case. */
export function nameIs(column: Sql, match: FieldMatch): Sql {
  return match.kind === "name" ? sql`lower(${column}) = lower(${match.name})` : rawSql("false");
}

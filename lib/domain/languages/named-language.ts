import { languageAliases, type languages } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";

/** What somebody typed to find languages. */
export interface TypedLanguage {
  words: string;
  /** Codes of languages that the reader's own language names so. */
  codes: readonly string[];
}

const a = languageAliases.as("a");

/** Whether a language is meant by what was typed: by its name, its own name, its code or another spelling of that. */
export function namedLanguage(l: ReturnType<typeof languages.as>, { words, codes }: TypedLanguage): Sql {
  const like = typedPattern(words);
  return sql`(
    ${l.name} ilike ${like} or ${l.nativeName} ilike ${like} or ${l.code} ilike ${like} or ${anyOf(l.code, codes)}
    or exists (select from ${a} where ${a.languageId} = ${l.id} and ${a.code} ilike ${like}))`;
}

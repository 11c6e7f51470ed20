import type { languages } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { typedPattern } from "@/lib/text/like";

/** What somebody typed to find languages. */
export interface TypedLanguage {
  words: string;
  /** Codes of languages that the reader's own language names so. */
  codes: readonly string[];
}

/** Whether a language is meant by what was typed: by its name, its own name or its code. */
export function namedLanguage(l: ReturnType<typeof languages.as>, { words, codes }: TypedLanguage): Sql {
  const like = typedPattern(words);
  return sql`(${l.name} ilike ${like} or ${l.nativeName} ilike ${like} or ${l.code} ilike ${like} or ${anyOf(l.code, codes)})`;
}

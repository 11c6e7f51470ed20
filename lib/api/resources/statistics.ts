import { z } from "zod";
import { type CounterRow, percent } from "@/lib/domain/counters/read-counters";
import type { TranslationRow } from "@/lib/domain/translations/translations";
import { translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";
import { type Answer, schema } from "../endpoint";
import { address, timestamp } from "../fields";
import { moment } from "../json";

/** Statistics of every scope; the contract 4.12. */

const Numbers = z.object({
  total: z.int(),
  total_words: z.int(),
  total_chars: z.int(),
  last_change: timestamp.nullable(),
  recent_changes: z.int(),
  translated: z.int(),
  translated_percent: z.number(),
  translated_words: z.int(),
  translated_words_percent: z.number(),
  translated_chars: z.int(),
  translated_chars_percent: z.number(),
  fuzzy: z.int(),
  fuzzy_percent: z.number(),
  fuzzy_words: z.int(),
  fuzzy_words_percent: z.number(),
  fuzzy_chars: z.int(),
  fuzzy_chars_percent: z.number(),
  failing: z.int(),
  failing_percent: z.number(),
  approved: z.int(),
  approved_percent: z.number(),
  approved_words: z.int(),
  approved_words_percent: z.number(),
  approved_chars: z.int(),
  approved_chars_percent: z.number(),
  readonly: z.int(),
  readonly_percent: z.number(),
  readonly_words: z.int(),
  readonly_words_percent: z.number(),
  readonly_chars: z.int(),
  readonly_chars_percent: z.number(),
  suggestions: z.int(),
  comments: z.int(),
});

export const Statistics = schema(
  "Statistics",
  Numbers.extend({
    name: z.string(),
    code: z.string().optional(),
    url: address,
    translate_url: address.optional(),
    url_translate: address.optional(),
  }),
);

export const ProjectStatistics = schema("ProjectStatistics", Statistics.extend({ words_percent: z.number() }));

export const ProjectLanguageStatistics = schema(
  "ProjectLanguageStatistics",
  ProjectStatistics.extend({ language: z.string() }),
);

export const TranslationStatistics = schema(
  "TranslationStatistics",
  Statistics.extend({ last_author: z.string().nullable() }),
);

type Weighted = "translated" | "fuzzy" | "approved" | "readonly";

type WeightedNumbers<F extends Weighted> = Record<`${F}${"" | "_words" | "_chars"}${"" | "_percent"}`, number>;

function weighted<F extends Weighted>(row: CounterRow, family: F, whenEmpty: 0 | 100 = 0): WeightedNumbers<F> {
  const entries = (["", "_words", "_chars"] as const).flatMap((unit) => {
    const suffix = unit === "" ? "" : unit === "_words" ? "Words" : "Chars";
    const part = row[`${family}${suffix}`];
    return [
      [`${family}${unit}`, part],
      [`${family}${unit}_percent`, percent(part, row[`total${suffix}`], whenEmpty)],
    ];
  });
  return Object.fromEntries(entries) as WeightedNumbers<F>;
}

/** The numbers that every scope has. */
export function statisticsOf(row: CounterRow): Answer<typeof Numbers> {
  return {
    total: row.total,
    total_words: row.totalWords,
    total_chars: row.totalChars,
    last_change: moment(row.lastChange),
    recent_changes: row.recent,
    ...weighted(row, "translated", 100),
    ...weighted(row, "fuzzy"),
    failing: row.failing,
    failing_percent: percent(row.failing, row.total),
    ...weighted(row, "approved"),
    ...weighted(row, "readonly"),
    suggestions: row.suggestions,
    comments: row.comments,
  };
}

/** Statistics of one language of a component. */
export function presentTranslationStatistics(row: TranslationRow): Answer<typeof TranslationStatistics> {
  const links = urls.translation(translationAddress(row));
  return {
    ...statisticsOf(row.counters),
    name: row.language.name,
    code: row.language.code,
    url: links.web,
    translate_url: links.translate,
    url_translate: links.translate,
    last_author: row.lastAuthor,
  };
}

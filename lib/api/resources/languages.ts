import { z } from "zod";
import type { LanguageRow } from "@/lib/domain/languages/languages";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, int32 } from "../fields";
import { Statistics, statisticsOf } from "./statistics";

/** All the outside sees of languages; the contract 3.4 and 4.4. */

export const Language = schema(
  "Language",
  z.object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    direction: z.string(),
    population: z.int(),
    plural: z.object({ id: z.int(), source: z.int(), number: z.int(), formula: z.string(), type: z.int() }),
    aliases: z.array(z.string()),
    web_url: address,
    url: address,
    statistics_url: address,
  }),
);

const Plural = z.object({ number: z.int().min(1).max(20), formula: z.string().min(1).max(1000) });

const NewLanguage = z.object({
  code: z.string().min(1).max(50),
  name: z.string().min(1).max(100),
  direction: z.enum(["ltr", "rtl", ""]).optional(),
  population: int32.min(0).optional(),
  plural: Plural,
});
const LanguageChange = NewLanguage.omit({ code: true });

export const languageParams = z.object({ language: z.string().max(50) });
const params = languageParams;
const tag = "Languages";

export const listLanguages = endpoint({
  method: "GET",
  path: "/api/languages/",
  since: "2.6",
  tag,
  summary: "Languages",
  answer: pageOf(Language),
});
export const createLanguage = endpoint({
  method: "POST",
  path: "/api/languages/",
  since: "4.0",
  tag,
  summary: "Create a language",
  permission: "language.edit",
  body: NewLanguage,
  answer: Language,
  status: 201,
});
export const readLanguage = endpoint({
  method: "GET",
  path: "/api/languages/{language}/",
  since: "2.6",
  tag,
  summary: "Language",
  params,
  answer: Language,
});
export const replaceLanguage = endpoint({
  method: "PUT",
  path: readLanguage.path,
  since: "4.0",
  tag,
  summary: "Replace a language",
  permission: "language.edit",
  params,
  body: LanguageChange,
  answer: Language,
});
export const changeLanguage = endpoint({
  method: "PATCH",
  path: readLanguage.path,
  since: "4.0",
  tag,
  summary: "Change a language",
  permission: "language.edit",
  params,
  body: LanguageChange.partial(),
  answer: Language,
});
export const deleteLanguage = endpoint({
  method: "DELETE",
  path: readLanguage.path,
  since: "4.0",
  tag,
  summary: "Delete a language",
  permission: "language.edit",
  params,
});
export const readLanguageStatistics = endpoint({
  method: "GET",
  path: "/api/languages/{language}/statistics/",
  since: "4.0",
  tag,
  summary: "Statistics of a language in all projects",
  params,
  answer: Statistics,
});

/** A language as the outside sees it. */
export function presentLanguage(row: LanguageRow): Answer<typeof Language> {
  let shown = presented.get(row);
  if (!shown) {
    shown = present(row);
    presented.set(row, shown);
  }
  return shown;
}

/** Lists of components name the same few languages over and over. */
const presented = new WeakMap<LanguageRow, Answer<typeof Language>>();

function present(row: LanguageRow): Answer<typeof Language> {
  const { id, source, number, formula, type } = row.plural;
  const links = urls.language(row.code);
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    direction: row.direction,
    population: row.population,
    plural: { id, source, number, formula, type },
    aliases: row.aliases,
    web_url: links.web,
    url: links.api,
    statistics_url: links.statistics,
  };
}

/** Statistics of a language over all projects. */
export function presentLanguageStatistics(
  row: LanguageRow,
  counters: Parameters<typeof statisticsOf>[0],
): Answer<typeof Statistics> {
  return { ...statisticsOf(counters), name: row.name, code: row.code, url: urls.language(row.code).web };
}

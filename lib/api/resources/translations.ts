import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { percent } from "@/lib/domain/counters/read-counters";
import { type TranslationRow, translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { address, componentPart, slugPart, timestamp } from "../fields";
import { moment } from "../json";
import { Component, componentParams, presentComponent } from "./components";
import { Language, presentLanguage } from "./languages";
import { Removal, removalQuery } from "./removals";
import { TranslationStatistics } from "./statistics";

/** All the outside sees of translations; the contract 3.7 and 4.7. */

export const Translation = schema(
  "Translation",
  z.object({
    language: Language,
    component: Component,
    language_code: z.string(),
    id: z.int(),
    filename: z.string(),
    revision: z.string(),
    web_url: address,
    share_url: address,
    translate_url: address,
    url: address,
    is_template: z.boolean(),
    is_source: z.boolean(),
    total: z.int(),
    total_words: z.int(),
    translated: z.int(),
    translated_words: z.int(),
    translated_percent: z.number(),
    fuzzy: z.int(),
    fuzzy_words: z.int(),
    fuzzy_percent: z.number(),
    failing_checks: z.int(),
    failing_checks_words: z.int(),
    failing_checks_percent: z.number(),
    have_suggestion: z.int(),
    have_comment: z.int(),
    last_change: timestamp.nullable(),
    last_author: z.string().nullable(),
    repository_url: address,
    file_url: address,
    statistics_url: address,
    changes_list_url: address,
    units_list_url: address,
    announcements_url: address,
  }),
);

/** A translation below its component, which is not repeated. */
export const TranslationInComponent = schema("TranslationInComponent", Translation.omit({ component: true }));

const AddedTranslation = schema(
  "AddedTranslation",
  z.object({ data: TranslationInComponent, result: TranslationInComponent }),
);

export const translationParams = z.object({
  project: slugPart,
  component: componentPart,
  language: z.string().max(50),
});
const params = translationParams;
const tag = "Translations";

export const listTranslations = endpoint({
  method: "GET",
  path: "/api/translations/",
  since: "2.6",
  tag,
  summary: "Translations",
  description: "Translations that you can see, by id.",
  answer: pageOf(Translation),
});
export const readTranslation = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/",
  since: "2.6",
  tag,
  summary: "Translation",
  params,
  answer: Translation,
});
export const deleteTranslation = endpoint({
  method: "DELETE",
  path: readTranslation.path,
  since: "3.9",
  tag,
  summary: "Remove a language from a component",
  description: "The file is removed with a commit. The source language cannot be removed.",
  permission: "translation.delete",
  params,
  query: removalQuery,
  answer: Removal,
  status: 204,
});
export const readTranslationStatistics = endpoint({
  method: "GET",
  path: "/api/translations/{project}/{component}/{language}/statistics/",
  since: "2.7",
  tag,
  summary: "Statistics of a translation",
  params,
  answer: TranslationStatistics,
});
export const listComponentTranslations = endpoint({
  method: "GET",
  path: "/api/components/{project}/{component}/translations/",
  since: "2.6",
  tag: "Components",
  summary: "Translations of a component",
  params: componentParams,
  answer: pageOf(TranslationInComponent),
});
export const addTranslation = endpoint({
  method: "POST",
  path: listComponentTranslations.path,
  since: "3.9",
  tag: "Components",
  summary: "Add a language to a component",
  description:
    "Its strings are there at once. Texts of other components are awaited for 20 seconds, and taken on after that.",
  permission: "translation.add",
  params: componentParams,
  body: z.object({
    language_code: z.string().min(1).max(50),
    from_component: z
      .array(z.string().max(500))
      .max(100)
      .optional()
      .describe(
        "IDs or paths (project/component, project/category/component) of components whose translations into the language are taken, as automatic translation does.",
      ),
  }),
  answer: AddedTranslation,
  status: 201,
});

/** A translation below its component. */
export function presentTranslationInComponent(row: TranslationRow): Answer<typeof TranslationInComponent> {
  const links = urls.translation(translationAddress(row));
  const { counters } = row;
  return {
    language: presentLanguage(row.language),
    language_code: row.languageCode,
    id: row.id,
    filename: row.filename,
    revision: row.revision,
    web_url: links.web,
    share_url: links.share,
    translate_url: links.translate,
    url: links.api,
    is_template: row.isTemplate,
    is_source: row.isSource,
    total: counters.total,
    total_words: counters.totalWords,
    translated: counters.translated,
    translated_words: counters.translatedWords,
    translated_percent: percent(counters.translated, counters.total, 100),
    fuzzy: counters.fuzzy,
    fuzzy_words: counters.fuzzyWords,
    fuzzy_percent: percent(counters.fuzzy, counters.total),
    failing_checks: counters.failing,
    failing_checks_words: counters.failingWords,
    failing_checks_percent: percent(counters.failing, counters.total),
    have_suggestion: counters.suggestions,
    have_comment: counters.comments,
    last_change: moment(counters.lastChange),
    last_author: row.lastAuthor,
    repository_url: links.repository,
    file_url: links.file,
    statistics_url: links.statistics,
    changes_list_url: links.changes,
    units_list_url: links.units,
    announcements_url: links.announcements,
  };
}

/** A translation with its component, as the actor may see it. */
export function presentTranslation(actor: Actor, row: TranslationRow): Answer<typeof Translation> {
  return { ...presentTranslationInComponent(row), component: presentComponent(actor, row.component) };
}

/** The answer to adding a language: the same object under both keys that clients read. */
export function presentAdded(row: TranslationRow): Answer<typeof AddedTranslation> {
  const translation = presentTranslationInComponent(row);
  return { data: translation, result: translation };
}

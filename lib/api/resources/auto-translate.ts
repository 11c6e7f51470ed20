import { z } from "zod";
import { AUTO_SOURCES, type AutoTranslation } from "@/lib/domain/machinery/auto-translate";
import { AUTO_MODES } from "@/lib/domain/machinery/candidates";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { endpoint, schema } from "../endpoint";
import { translationParams } from "./translations";

/** Automatic translation; the contract 3.7.2. */

const FILTERS = ["all", "nottranslated", "todo", "fuzzy", "check:inconsistent", "check:translated"] as const;

export const AutoTranslationInput = z.object({
  mode: z.enum(AUTO_MODES),
  q: z.string().max(5000).optional().describe("Search query for the strings to translate. Default: state:<translated."),
  filter_type: z.enum(FILTERS).optional().describe("Deprecated name of q."),
  auto_source: z.enum(AUTO_SOURCES).default("others"),
  component: z.string().max(1000).default("").describe("ID, slug in the same project, or project/component."),
  engines: z.array(z.string().max(100)).max(50).default([]),
  threshold: z.int().min(1).max(100).default(80),
});

export const autoTranslateTranslation = endpoint({
  method: "POST",
  path: "/api/translations/{project}/{component}/{language}/autotranslate/",
  since: "2.6",
  tag: "Translations",
  summary: "Translate automatically",
  description:
    "Uses translations from other components or from machinery services. The response is sent when all strings are done.",
  permission: "translation.auto",
  params: translationParams,
  body: AutoTranslationInput,
  answer: schema("AutoTranslationResult", z.object({ details: z.string() })),
  status: 200,
});

/** What the domain is asked for. */
export function readAutoTranslation(body: z.output<typeof AutoTranslationInput>): AutoTranslation {
  const filter =
    body.filter_type === undefined ? "state:<translated" : (NAMED_FILTERS.get(body.filter_type) ?? body.filter_type);
  return {
    mode: body.mode,
    q: body.q ?? filter,
    autoSource: body.auto_source,
    component: body.component,
    engines: body.engines,
    threshold: body.threshold,
  };
}

import { z } from "zod";
import type { Actor } from "@/lib/domain/access/actor";
import { planTranslation } from "@/lib/domain/bulk/plan-translation";
import { Invalid } from "@/lib/domain/errors";
import { AUTO_SOURCES, type AutoTranslation, autoTranslate, OTHERS } from "@/lib/domain/machinery/auto-translate";
import { AUTO_MODES } from "@/lib/domain/machinery/candidates";
import type { TranslationRow } from "@/lib/domain/translations/translations";
import { NAMED_FILTERS } from "@/lib/text/search-query/fields";
import { urls } from "@/lib/urls";
import { type Answer, endpoint, schema } from "../endpoint";
import { address } from "../fields";
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
  query: z.object({
    dry_run: z.boolean().default(false).describe("Only plan it: a task makes the plan, which apply/ carries out."),
  }),
  body: AutoTranslationInput,
  answer: schema(
    "AutoTranslationResult",
    z.object({
      details: z.string(),
      dry_run: z.literal(true).optional(),
      plan: z.string().optional().describe("Id of the plan."),
      plan_url: address.optional(),
    }),
  ),
  status: 200,
});

/** What the domain is asked for. */
function readAutoTranslation(body: z.output<typeof AutoTranslationInput>): AutoTranslation {
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

/** Runs an automatic translation, or begins to plan it. */
export async function answerAutoTranslation(
  actor: Actor,
  translation: TranslationRow,
  body: z.output<typeof AutoTranslationInput>,
  dryRun: boolean,
): Promise<Answer<typeof autoTranslateTranslation.answer>> {
  const wish = readAutoTranslation(body);
  if (!dryRun) return { details: (await autoTranslate(actor, translation, wish)).message };
  const { mode, component, engines = [], threshold = 80, autoSource } = wish;
  const sources = autoSource === "mt" ? engines : [OTHERS];
  const { component: owner } = translation;
  const place = { kind: "translation", project: owner.project, component: owner, translation } as const;
  const planned = { act: "translate", mode, component, threshold, sources } as const;
  const { id } = await planTranslation(actor, place, planned, wish.q).catch((error: unknown) => {
    if (!(error instanceof Invalid)) throw error;
    // This endpoint has another name for the sources.
    throw new Invalid(error.fields.map((one) => (one.path === "sources" ? { ...one, path: "engines" } : one)));
  });
  return {
    details: "The plan is being made. Nothing is changed until it is applied.",
    dry_run: true,
    plan: id,
    plan_url: urls.bulkEdit(id).api,
  };
}

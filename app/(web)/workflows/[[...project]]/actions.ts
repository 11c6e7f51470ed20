"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, answerSeenForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { findProject } from "@/lib/domain/projects/projects";
import { removeWorkflow, setWorkflow, type WorkflowPlace } from "@/lib/domain/projects/workflows";
import type { Marks } from "@/lib/domain/stale";

const word = z.enum(["", "on", "off"]);
const schema = z.object({
  reviews_off: z.literal("on").optional(),
  edits_by_members: z.literal("on").optional(),
  enable_suggestions: word,
  suggestion_voting: word,
  suggestion_autoaccept: text(10).refine(
    (value) => value === "" || /^\d+$/.test(value),
    "workflows.autoacceptNumber" satisfies TextKey,
  ),
  check_flags: text(5000),
  source_language: text(50),
});

const flag = (value: z.infer<typeof word>) => (value === "" ? null : value === "on");

const placeOf = async (slug: string | null): Promise<WorkflowPlace> =>
  slug === null ? null : findProject(await currentActor(), slug);

/** Stores how a language is worked on, in a project or (null) in all of them. */
export async function saveWorkflow(
  slug: string | null,
  code: string,
  shown: Marks,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before, seen: shown }, async (seen) => {
    const given = readForm(schema, form);
    const autoaccept = given.suggestion_autoaccept;
    const settings = {
      reviewsOff: given.reviews_off === "on",
      editsByMembers: given.edits_by_members === "on",
      enableSuggestions: flag(given.enable_suggestions),
      suggestionVoting: flag(given.suggestion_voting),
      suggestionAutoaccept: autoaccept === "" ? null : Number(autoaccept),
      checkFlags: given.check_flags,
      sourceLanguage: given.source_language || null,
    };
    await setWorkflow(await currentActor(), await placeOf(slug), code, settings, seen);
    revalidatePath("/", "layout");
    return { message: t("workflows.saved") };
  });
}

/** Lets a language be worked on as the others again. */
export async function dropWorkflow(
  slug: string | null,
  code: string,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeWorkflow(await currentActor(), await placeOf(slug), code);
    revalidatePath("/", "layout");
    return { message: t("workflows.removed") };
  });
}

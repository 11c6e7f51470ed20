"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, integer, readForm, text } from "@/app/ui/answer-form";
import { errorWords } from "@/app/ui/error-words";
import type { FormState } from "@/app/ui/form-state";
import { languageNames } from "@/app/ui/language-names";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import type { Actor } from "@/lib/domain/access/actor";
import { findComponentById } from "@/lib/domain/components/components";
import { addAskedLanguage, askForLanguage } from "@/lib/domain/creation/asked-languages";
import { findProject } from "@/lib/domain/projects/projects";
import {
  type AskedPlace,
  declineLanguageRequest,
  withdrawLanguageRequest,
} from "@/lib/domain/translations/language-requests";

/** The place of a page, as its actions know it. */
interface PlaceIds {
  project: string;
  component?: number;
}

async function placeOf(actor: Actor, { project, component }: PlaceIds): Promise<AskedPlace> {
  if (component === undefined) return { project: await findProject(actor, project) };
  const found = await findComponentById(actor, component);
  return { project: found.project, component: found };
}

export async function askLanguage(ids: PlaceIds, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { language_code, message } = readForm(
      z.object({ language_code: z.string().min(1, "addLanguage.missing"), message: text(500) }),
      form,
    );
    const actor = await currentActor();
    await askForLanguage(actor, await placeOf(actor, ids), language_code, message);
    revalidatePath("/", "layout");
    return { message: t("askAccess.asked"), values: {} };
  });
}

export async function takeLanguageBack(ids: PlaceIds, id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await withdrawLanguageRequest(actor, await placeOf(actor, ids), id);
    revalidatePath("/", "layout");
    return { message: t("askAccess.takenBack") };
  });
}

/** Adds what the pressed button names, to its component or wherever the project lacks it. */
export async function addAsked(ids: PlaceIds, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { add, add_everywhere } = readForm(z.object({ add: integer(0), add_everywhere: integer(0) }), form);
    const actor = await currentActor();
    const place = await placeOf(actor, ids);
    const { added, problems, language } = await addAskedLanguage(actor, place, add || add_everywhere, add === 0);
    revalidatePath("/", "layout");
    const lines = problems.map(({ component, error }) => `${component}: ${errorWords(t, error)}`);
    const done = t("languageRequests.added", { language: languageNames(t).of(language), count: added });
    return { message: [done, ...lines].join("\n"), values: {} };
  });
}

export async function declineLanguage(ids: PlaceIds, id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { reason } = readForm(z.object({ reason: text(500) }), form);
    const actor = await currentActor();
    await declineLanguageRequest(actor, await placeOf(actor, ids), id, reason);
    revalidatePath("/", "layout");
    return { message: t("languageRequests.isDeclined") };
  });
}

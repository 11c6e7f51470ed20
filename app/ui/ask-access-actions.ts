"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { askForAccess, withdrawRequest } from "@/lib/domain/projects/access-requests";
import { findProject } from "@/lib/domain/projects/projects";
import { answerForm, readForm, text } from "./answer-form";
import type { FormState } from "./form-state";
import { getTexts } from "./page-texts";
import { currentActor } from "./session";

export async function ask(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { message } = readForm(z.object({ message: text(500) }), form);
    const actor = await currentActor();
    await askForAccess(actor, await findProject(actor, slug), message);
    revalidatePath("/", "layout");
    return { message: t("askAccess.asked"), values: {} };
  });
}

export async function takeBack(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await withdrawRequest(actor, await findProject(actor, slug));
    revalidatePath("/", "layout");
    return { message: t("askAccess.takenBack") };
  });
}

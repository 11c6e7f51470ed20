"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import { hideSetUpSteps } from "@/lib/domain/settings/set-up-steps";

/** Puts the list of what is left to set up away. */
export async function hideSteps(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await hideSetUpSteps(await currentActor());
    revalidatePath("/", "layout");
    return {};
  });
}

/** Brings it back. */
export async function showSteps(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await hideSetUpSteps(await currentActor(), false);
    revalidatePath("/", "layout");
    return {};
  });
}

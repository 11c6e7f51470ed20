"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import { removeDemo, requestDemo } from "@/lib/domain/demo/demo";

/** Has the demo made in the background. */
export async function makeDemo(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await requestDemo(await currentActor());
    revalidatePath("/", "layout");
    return {};
  });
}

/** Removes the demo. */
export async function dropDemo(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await removeDemo(await currentActor());
    revalidatePath("/", "layout");
    return {};
  });
}

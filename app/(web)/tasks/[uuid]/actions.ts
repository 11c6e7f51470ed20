"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { cancelVisibleTask } from "@/lib/domain/components/task-access";

/** Cancels a task that waits or runs. */
export async function cancel(id: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await cancelVisibleTask(await currentActor(), id);
    revalidatePath("/tasks", "layout");
    return { message: t("tasks.cancelledOne") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { retryTask, stopTask } from "@/lib/domain/tasks/manage-tasks";
import { urls } from "@/lib/urls";

const PAGE = "/manage/tasks";

export async function retry(id: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const again = await retryTask(await currentActor(), id);
    revalidatePath(PAGE);
    return { message: t("tasks.retried"), next: { label: t("tasks.openNew"), href: path(urls.task(again).web) } };
  });
}

export async function cancel(id: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await stopTask(await currentActor(), id);
    revalidatePath(PAGE);
    return { message: t("tasks.cancelledOne") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { actOnTasks, retryTask, stopTask, TASK_ACTS } from "@/lib/domain/tasks/manage-tasks";
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

/** Cancels the tasks whose rows are ticked, or does their work again. */
export async function actOnTicked(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { task, act } = readForm(z.object({ task: multiple, act: z.enum(TASK_ACTS) }), form);
    const { done, left } = await actOnTasks(await currentActor(), task, act);
    revalidatePath(PAGE);
    const told = t(act === "retry" ? "tasks.ticked.retried" : "tasks.ticked.cancelled", { count: done });
    return { message: left > 0 ? `${told}\n${t("tasks.ticked.left", { count: left })}` : told, values: {} };
  });
}

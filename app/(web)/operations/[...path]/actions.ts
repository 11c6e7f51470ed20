"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf, findComponentById } from "@/lib/domain/components/components";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { startUndo, startUndoPlan } from "@/lib/domain/undo/undo";
import { urls } from "@/lib/urls";

/** How long a person waits before the progress is shown. */
const WAIT_MS = 8_000;

/** Lets be told what undoing an operation would do, and shows it beside the question whether to go on. */
export async function preview(componentId: number, id: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const task = await startUndoPlan(actor, id, component);
    await waitForTask(task, WAIT_MS);
    redirect(`${path(urls.component(addressOf(component)).operationsPage)}?undo=${id}&task=${task}`);
  });
}

/** Starts to undo an operation; its task is watched on the page. */
export async function undo(componentId: number, id: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const task = await startUndo(actor, id, component);
    await waitForTask(task, WAIT_MS);
    redirect(`${path(urls.component(addressOf(component)).operationsPage)}?task=${task}`);
  });
}

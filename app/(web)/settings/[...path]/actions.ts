"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerSeenForm, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf, findComponentById } from "@/lib/domain/components/components";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { updateProject } from "@/lib/domain/projects/projects";
import type { Marks } from "@/lib/domain/stale";
import { findTask } from "@/lib/domain/tasks/tasks";
import { urls } from "@/lib/urls";
import { componentSchema, componentValues } from "./component-schema";
import { formatParamSchema, paramValues } from "./format-param-schema";
import { projectSchema, projectValues } from "./project-schema";

export async function saveProject(slug: string, shown: Marks, before: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before, seen: shown }, async (seen) => {
    const given = readForm(projectSchema, form);
    const project = await updateProject(await currentActor(), slug, projectValues(given), seen);
    if (project.slug !== slug) redirect(path(urls.project(project.slug).settings));
    revalidatePath("/", "layout");
    return { message: t("componentSettings.projectSaved") };
  });
}

export async function saveComponent(id: number, shown: Marks, answered: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before: answered, seen: shown }, async (seen) => {
    const given = readForm(componentSchema, form);
    const actor = await currentActor();
    const before = await findComponentById(actor, id);
    const fileFormatParams = paramValues(readForm(formatParamSchema, form), before);
    const after = await updateComponent(actor, before, { ...componentValues(given, before), fileFormatParams }, seen);
    if (after.slug !== before.slug || after.categoryPath !== before.categoryPath)
      redirect(path(urls.component(addressOf(after)).settings));
    revalidatePath("/", "layout");
    const task = after.taskId && after.taskId !== before.taskId ? await findTask(after.taskId) : undefined;
    if (!task) return { message: t("componentSettings.saved") };
    return { message: t(`componentSettings.${task.kind === "follow-flags" ? "savedChecking" : "savedReading"}`) };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf, findComponentById } from "@/lib/domain/components/components";
import { chooseFile } from "@/lib/domain/creation/choose-file";
import { type LookedAt, lookAgain } from "@/lib/domain/diagnostics/look-again";
import { putTakenBack } from "@/lib/domain/lost/taken-back";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

const schema = z.object({ file: text(1000) });

/** Lets another file of a language be used; the files are then read again. */
export async function choose(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    await chooseFile(actor, component, readForm(schema, form).file);
    redirect(path(urls.component(addressOf(component)).web));
  });
}

/** Puts the texts back that upstream took away by force. */
export async function putBackTexts(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const { operation, done, left } = await putTakenBack(actor, component);
    revalidatePath("/", "layout");
    // Where it can be undone; the alert has gone.
    if (operation && left === 0) redirect(path(urls.component(addressOf(component)).operationsPage));
    return { message: t("alerts.putBackDone", { done, left }), values: {} };
  });
}

async function look(form: FormData, find: () => Promise<LookedAt>): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { raised, closed } = await lookAgain(await currentActor(), await find());
    revalidatePath("/alerts", "layout");
    return { message: t("alerts.again.done", { raised, closed }), values: {} };
  });
}

/** Looks for the causes of a component's alerts at once. */
export async function lookAtComponent(id: number, _: FormState, form: FormData): Promise<FormState> {
  return look(form, async () => ({ component: await findComponentById(await currentActor(), id) }));
}

/** The same for a project and all that is in it. */
export async function lookAtProject(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return look(form, async () => ({ project: await findProject(await currentActor(), slug) }));
}

"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf, findComponentById, listComponents, setLock } from "@/lib/domain/components/components";
import { lockProject } from "@/lib/domain/components/lock-project";
import { readOperation, startOperation } from "@/lib/domain/integrate/operations";
import { startPlan } from "@/lib/domain/integrate/plan-operation";
import { planReformat, reformatFiles } from "@/lib/domain/integrate/reformat";
import { findProject } from "@/lib/domain/projects/projects";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { urls } from "@/lib/urls";

const operation = z.object({ operation: text(20), plan: text(1000) });

/** How long a person waits for a plan before its progress is shown. */
const PLAN_WAIT_MS = 8_000;

/** Lets the plan of an operation be made, and shows it beside the question whether to go on. */
export async function preview(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(operation, form);
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const wanted = readOperation(given.operation);
    const [task = ""] = await startPlan(actor, { components: [component] }, wanted);
    await waitForTask(task, PLAN_WAIT_MS);
    redirect(`${path(urls.component(addressOf(component)).repositoryPage)}?confirm=${wanted}&task=${task}#rare`);
  });
}

/** Starts an operation on one component's repository; its task is watched on the page. */
export async function operate(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(operation, form);
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const [task] = await startOperation(
      actor,
      { components: [component] },
      readOperation(given.operation),
      given.plan || undefined,
    );
    const home = path(urls.component(addressOf(component)).repositoryPage);
    redirect(`${home}?task=${task ?? ""}`);
  });
}

/** Lets the plan of reformatting be made, and shows it beside the question whether to go on. */
export async function previewReformat(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const task = await planReformat(actor, component);
    await waitForTask(task, PLAN_WAIT_MS);
    redirect(`${path(urls.component(addressOf(component)).repositoryPage)}?confirm=reformat&task=${task}#reformat`);
  });
}

/** Starts to reformat the files of one component; its task is watched on the page. */
export async function reformat(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    const task = await reformatFiles(actor, component);
    redirect(`${path(urls.component(addressOf(component)).repositoryPage)}?task=${task}`);
  });
}

/** Starts an operation on all repositories of a project that the actor may see. */
export async function operateAll(projectSlug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(operation, form);
    const actor = await currentActor();
    const project = await findProject(actor, projectSlug);
    const { rows } = await listComponents(actor, { project }, { limit: 5000, offset: 0 });
    const started = await startOperation(
      actor,
      { components: rows.filter((row) => row.projectId === project.id) },
      readOperation(given.operation),
    );
    revalidatePath("/", "layout");
    return { message: (await getTexts())("repository.started", { count: started.length }) };
  });
}

const lockAll = z.object({ lock: z.enum(["on", "off"]) });

/** Locks or unlocks all components of a project. */
export async function changeProjectLock(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { lock } = readForm(lockAll, form);
    const actor = await currentActor();
    await lockProject(actor, await findProject(actor, slug), lock === "on");
    revalidatePath("/", "layout");
    return { message: t(lock === "on" ? "repository.projectLocked" : "repository.unlocked"), values: {} };
  });
}

const lock = z.object({ lock: z.enum(["on", "off"]), reason: text(200) });

export async function changeLock(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(lock, form);
    const actor = await currentActor();
    await setLock(actor, await findComponentById(actor, componentId), given.lock === "on", given.reason.trim());
    revalidatePath("/", "layout");
    return {
      message: given.lock === "on" ? t("repository.locked.message") : t("repository.unlocked"),
      values: {},
    };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerSeenForm, readForm } from "@/app/ui/answer-form";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import type { SettingsFormState, SettingsTold } from "@/app/ui/settings/settings-told";
import { typedValues } from "@/app/ui/typed-values";
import { addressOf, type ComponentRow, findComponentById } from "@/lib/domain/components/components";
import { previewProject } from "@/lib/domain/creation/project-preview";
import { previewComponent } from "@/lib/domain/creation/settings-preview";
import { updateComponent } from "@/lib/domain/creation/update-component";
import { problemsOr } from "@/lib/domain/errors";
import { findProject, updateProject } from "@/lib/domain/projects/projects";
import type { Marks } from "@/lib/domain/stale";
import { findTask } from "@/lib/domain/tasks/tasks";
import { urls } from "@/lib/urls";
import { componentSchema, componentValues } from "./component-schema";
import { formatParamSchema, paramValues } from "./format-param-schema";
import { consequenceWords, filesNote, problemNotes, sampleNotes } from "./preview-words";
import { projectSchema, projectValues } from "./project-schema";

export async function saveProject(
  slug: string,
  shown: Marks,
  before: SettingsFormState,
  form: FormData,
): Promise<SettingsFormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before, seen: shown }, async (seen) => {
    if (form.get("intent") === "preview") return asTyped(form, seen, { told: await toldOfProject(slug, seen, form) });
    const given = readForm(projectSchema, form);
    const project = await updateProject(await currentActor(), slug, projectValues(given), seen);
    if (project.slug !== slug) redirect(path(urls.project(project.slug).settings));
    revalidatePath("/", "layout");
    return { message: t("componentSettings.projectSaved") };
  });
}

export async function saveComponent(
  id: number,
  shown: Marks,
  answered: SettingsFormState,
  form: FormData,
): Promise<SettingsFormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before: answered, seen: shown }, async (seen) => {
    const actor = await currentActor();
    const before = await findComponentById(actor, id);
    if (form.get("intent") === "preview")
      return asTyped(form, seen, { told: await toldOfComponent(before, seen, form) });
    const wanted = wantedOf(before, form);
    const sure = form.get("sure");
    if (sure === "no") return asTyped(form, seen, {});
    // What people wrote goes only after they were told.
    const preview = await previewComponent(actor, before, wanted, seen, "saving");
    if (preview.sure !== "" && preview.sure !== sure) {
      const told = consequenceWords(t, preview.consequences).map(({ text }) => text);
      const ask = { text: told.join("\n"), yes: t("settingsForm.saveAll"), sure: preview.sure };
      return asTyped(form, seen, { ask });
    }
    const after = await updateComponent(actor, before, wanted, seen);
    if (after.slug !== before.slug || after.categoryPath !== before.categoryPath)
      redirect(path(urls.component(addressOf(after)).settings));
    revalidatePath("/", "layout");
    const task = after.taskId && after.taskId !== before.taskId ? await findTask(after.taskId) : undefined;
    if (!task) return { message: t("componentSettings.saved") };
    return { message: t(`componentSettings.${task.kind === "follow-flags" ? "savedChecking" : "savedReading"}`) };
  });
}

/** What saving a project would lead to, while its settings are changed. */
export async function previewOfProject(slug: string, seen: Marks, form: FormData): Promise<SettingsTold> {
  return toldOfProject(slug, seen, form);
}

/** The same of a component. */
export async function previewOfComponent(id: number, seen: Marks, form: FormData): Promise<SettingsTold> {
  return toldOfComponent(await findComponentById(await currentActor(), id), seen, form);
}

/** A form as it was sent, with something that is told of it. */
const asTyped = (form: FormData, seen: Marks, told: Partial<SettingsFormState>): Partial<SettingsFormState> => {
  const { sure: _, intent: __, ...values } = typedValues(form);
  return { values, answered: true, seen, ...told };
};

function wantedOf(component: ComponentRow, form: FormData) {
  const given = readForm(componentSchema, form);
  const fileFormatParams = paramValues(readForm(formatParamSchema, form), component);
  return { ...componentValues(given, component), fileFormatParams };
}

async function toldOfComponent(component: ComponentRow, seen: Marks, form: FormData): Promise<SettingsTold> {
  const [t, actor] = [await getTexts(), await currentActor()];
  const read = await problemsOr(async () => wantedOf(component, form));
  if (!read.value) return { notes: problemNotes(t, read.problems), consequences: [] };
  const wanted = read.value;
  const made = await problemsOr(() => previewComponent(actor, component, wanted, seen));
  const samples = await sampleNotes(t, actor, component, { ...component, ...wanted });
  if (!made.value) return { notes: { ...problemNotes(t, made.problems), ...samples }, consequences: [] };
  const { problems, consequences } = made.value;
  return {
    notes: { ...filesNote(t, consequences), ...problemNotes(t, problems), ...samples },
    consequences: consequenceWords(t, consequences),
  };
}

async function toldOfProject(slug: string, seen: Marks, form: FormData): Promise<SettingsTold> {
  const [t, actor] = [await getTexts(), await currentActor()];
  const made = await problemsOr(async () => {
    const wanted = projectValues(readForm(projectSchema, form));
    return previewProject(actor, await findProject(actor, slug), wanted, seen);
  });
  if (!made.value) return { notes: problemNotes(t, made.problems), consequences: [] };
  return {
    notes: problemNotes(t, made.value.problems),
    consequences: consequenceWords(t, made.value.consequences),
  };
}

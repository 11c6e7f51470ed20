"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { configureAddon, findAddon, removeAddon } from "@/lib/domain/addons/addons";
import { settingsOfForm } from "@/lib/domain/addons/form";
import { addonType, settingsErrors } from "@/lib/domain/addons/registry";
import { urls } from "@/lib/urls";

export async function configure(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    const addon = addonType((await findAddon(actor, id)).name);
    await settingsErrors(() => configureAddon(actor, id, { configuration: settingsOfForm(addon, form) }));
    revalidatePath("/addon/[id]", "page");
    return { message: t("addons.settingsSaved") };
  });
}

export async function uninstall(id: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const row = await findAddon(actor, id);
    await removeAddon(actor, id);
    const { projectSlug, categoryPath, componentSlug } = row;
    const home =
      componentSlug === null ? urls.project(projectSlug) : urls.component({ projectSlug, categoryPath, componentSlug });
    redirect(path(home.addons));
  });
}

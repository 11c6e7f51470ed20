"use server";

import { redirect } from "next/navigation";
import { planText } from "@/app/ui/addon-plan";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { hasOneOf } from "@/lib/domain/addon-runs/addon-files";
import { planInstallation } from "@/lib/domain/addon-runs/run-addon";
import { type AddonTarget, EVERY_PROJECT, installAddon } from "@/lib/domain/addons/addons";
import { settingsOfForm } from "@/lib/domain/addons/form";
import { addonType, settingsErrors } from "@/lib/domain/addons/registry";
import { findComponentById } from "@/lib/domain/components/components";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

/** Installs an add-on on a component, on a project, or (null) for the whole installation; or tells what that would do. */
export async function installHere(
  where: { component: number } | { project: string | null },
  name: string,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const place: AddonTarget =
      "component" in where
        ? { component: await findComponentById(actor, where.component) }
        : where.project === null
          ? EVERY_PROJECT
          : { project: await findProject(actor, where.project) };
    const configuration = settingsOfForm(addonType(name), form);
    const row = await settingsErrors(async () => {
      // Some are only installed once their plan has been seen.
      if (form.has("plan") || configuration.confirm === false)
        return { plan: await planInstallation(actor, place, { name, configuration }) };
      return installAddon(actor, place, { name, configuration }, hasOneOf);
    });
    if ("plan" in row) return { message: planText(await getTexts(), row.plan, "confirm" in configuration) };
    redirect(path(urls.addonPage(row.id)));
  });
}

"use server";

import { redirect } from "next/navigation";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { hasOneOf } from "@/lib/domain/addon-runs/addon-files";
import { previewAddon } from "@/lib/domain/addon-runs/run-addon";
import { type AddonPlace, installAddon } from "@/lib/domain/addons/addons";
import { settingsOfForm } from "@/lib/domain/addons/form";
import { addonType, settingsErrors } from "@/lib/domain/addons/registry";
import { findComponentById } from "@/lib/domain/components/components";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

const MOST_LINES = 100;

export async function installHere(
  where: { component: number } | { project: string },
  name: string,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const place: AddonPlace =
      "component" in where
        ? { component: await findComponentById(actor, where.component) }
        : { project: await findProject(actor, where.project) };
    const configuration = settingsOfForm(addonType(name), form);
    const row = await settingsErrors(async () => {
      if ("component" in place && configuration.confirm !== true) {
        const lines = await previewAddon(actor, place.component, { name, configuration });
        if (lines) return lines;
      }
      return installAddon(actor, place, { name, configuration }, hasOneOf);
    });
    if (Array.isArray(row)) return { message: previewText(row) };
    redirect(path(urls.addonPage(row.id)));
  });
}

function previewText(lines: readonly string[]): string {
  if (lines.length === 0)
    return "Nothing matches so far. Change the settings, or tick the last box to install it as it is.";
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : [];
  return [
    "This would be done. Tick the last box and send the form again.",
    ...lines.slice(0, MOST_LINES).map((line) => `• ${line}`),
    ...more,
  ].join("\n");
}

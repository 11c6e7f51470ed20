"use server";

import { redirect } from "next/navigation";
import type { Texts } from "#texts";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { hasOneOf } from "@/lib/domain/addon-runs/addon-files";
import { previewAddon } from "@/lib/domain/addon-runs/run-addon";
import { type AddonTarget, installAddon } from "@/lib/domain/addons/addons";
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
    const place: AddonTarget =
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
    if (Array.isArray(row)) return { message: previewText(await getTexts(), row) };
    redirect(path(urls.addonPage(row.id)));
  });
}

function previewText(t: Texts, lines: readonly string[]): string {
  if (lines.length === 0) return t("addons.previewEmpty");
  const more = lines.length > MOST_LINES ? [t("addons.previewMore", { count: lines.length - MOST_LINES })] : [];
  return [t("addons.preview"), ...lines.slice(0, MOST_LINES).map((line) => `• ${line}`), ...more].join("\n");
}

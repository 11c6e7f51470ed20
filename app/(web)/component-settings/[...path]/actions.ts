"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerForm, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { followOf, settingsForm, valuesOf } from "@/app/ui/shared-settings/settings-form";
import { findComponent } from "@/lib/domain/components/components";
import type { SharedValues } from "@/lib/domain/components/shared-settings";
import { applyKeptPlan, findSettingsPlan, keepSettingsPlan, settingsToCopy } from "@/lib/domain/creation/many-settings";
import { Invalid, NotFound, problemsOr } from "@/lib/domain/errors";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { chosenComponents } from "./chosen";

async function placeOf(slugs: string) {
  const place = await resolvePath(await currentActor(), slugs.split("/"));
  if (place.kind !== "project" && place.kind !== "category") throw new NotFound("This is no project and no category.");
  return { ...place, path: slugs };
}

/** Makes a preview of what a form says, and leads to it. */
export async function preview(slugs: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(settingsForm, form);
    const actor = await currentActor();
    const place = await placeOf(slugs);
    const follow = followOf(given);
    const copy = await problemsOr(() => copied(given.copy_from, given.groups));
    const taken = Object.entries(copy.value ?? {});
    const copies = Object.fromEntries(taken.filter(([name]) => !follow.some((one) => one === name)));
    const values: SharedValues = { ...copies, ...valuesOf(given) };
    const { problems } = copy;
    if (problems.length + Object.keys(values).length + follow.length === 0)
      throw Invalid.field("", t("manySettings.noSetting"));
    const components = await chosenComponents(actor, place, given);
    const copiedFrom = taken.length > 0 ? given.copy_from.trim() : undefined;
    const id = await keepSettingsPlan(actor, place, { components, values, follow, problems, copiedFrom });
    redirect(`${path(urls.below("component-settings", slugs.split("/")))}?plan=${id}#preview`);
  });
}

async function copied(from: string, groups: readonly string[]) {
  const parts = from.trim().split("/").filter(Boolean);
  if (parts.length === 0) return {};
  const [projectSlug = "", ...rest] = parts;
  const componentSlug = rest.pop() ?? "";
  const place = { projectSlug, categoryPath: rest.join("/"), componentSlug };
  const t = await getTexts();
  const component = await findComponent(await currentActor(), place).catch((error: unknown) => {
    if (error instanceof NotFound) throw Invalid.field("copyFrom", t("manySettings.copyFrom.none"));
    throw error;
  });
  if (groups.length === 0) throw Invalid.field("copyFrom", t("manySettings.copyFrom.noGroup"));
  return settingsToCopy(component, groups);
}

/** Carries a preview out. */
export async function apply(slugs: string, id: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const place = await placeOf(slugs);
    await applyKeptPlan(actor, place, await findSettingsPlan(actor, slugs, id));
    revalidatePath("/", "layout");
    redirect(`${path(urls.below("component-settings", slugs.split("/")))}?plan=${id}#preview`);
  });
}

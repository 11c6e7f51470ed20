"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { answerForm, answerSeenForm, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import type { Actor } from "@/lib/domain/access/actor";
import type { DefaultsOwner } from "@/lib/domain/creation/change-defaults";
import { applyKeptDefaults, findDefaultsPlan, keepDefaultsPlan } from "@/lib/domain/creation/kept-defaults";
import { Invalid, NotFound } from "@/lib/domain/errors";
import type { Marks } from "@/lib/domain/stale";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { settingsForm, valuesOf } from "./settings-form";

/** Whose defaults: slugs of a project or a category, joined by "/", or nothing for the installation. */
async function ownerOf(actor: Actor, slugs: string): Promise<DefaultsOwner> {
  if (slugs === "") return undefined;
  const place = await resolvePath(actor, slugs.split("/"));
  if (place.kind !== "project" && place.kind !== "category") throw new NotFound("This is no project and no category.");
  return place;
}

const pageOf = (slugs: string): string =>
  path(slugs === "" ? urls.siteDefaults() : urls.below("component-defaults", slugs.split("/")));

/** Makes a preview of what the form says, and leads to it. */
export async function previewDefaults(
  slugs: string,
  shown: Marks,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before, seen: shown }, async (seen) => {
    const given = readForm(settingsForm, form);
    const actor = await currentActor();
    const id = await keepDefaultsPlan(actor, await ownerOf(actor, slugs), slugs, valuesOf(given), seen);
    if (id === null) throw Invalid.field("", t("defaults.nothing"));
    redirect(`${pageOf(slugs)}?plan=${id}#preview`);
  });
}

/** Carries a preview out. */
export async function applyDefaultsPlan(slugs: string, id: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const kept = await findDefaultsPlan(actor, slugs, id);
    const operation = await applyKeptDefaults(actor, await ownerOf(actor, slugs), kept);
    revalidatePath("/", "layout");
    redirect(`${pageOf(slugs)}?${operation === null ? "saved=1" : `plan=${id}`}#preview`);
  });
}

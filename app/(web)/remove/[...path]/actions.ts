"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import type { Actor } from "@/lib/domain/access/actor";
import { removeCategory } from "@/lib/domain/categories/categories";
import { addressOf } from "@/lib/domain/components/components";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";
import { removeComponent } from "@/lib/domain/creation/update-component";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { removeProject } from "@/lib/domain/projects/projects";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { nameToType, type Removable } from "./removable";

const confirmation = z.object({ confirm: text(200) });

/** Removes what stands at these slugs, once it is confirmed, and leads to where it stood. */
export async function removePlace(slugs: readonly string[], _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(confirmation, form);
    const actor = await currentActor();
    const place = await resolvePath(actor, slugs);
    if (place.kind === "project-language") throw new NotFound(refusal("translationMissing"));
    const { typed } = nameToType(t, place);
    if (given.confirm.trim() !== typed)
      throw Invalid.field("confirm", t("componentSettings.writeToConfirm", { slug: typed }));
    const next = await removed(actor, place);
    revalidatePath("/", "layout");
    redirect(path(next));
  });
}

/** Removes a thing. @returns the page that is shown next; for a language the one on which this can be undone */
async function removed(actor: Actor, place: Removable): Promise<string> {
  const { project } = place;
  switch (place.kind) {
    case "project":
      await removeProject(actor, project.slug);
      return "/projects/";
    case "category":
      await removeCategory(actor, place.category.id);
      return urls.page([project.slug, ...place.category.path.split("/").slice(0, -1)]);
    case "component":
      await removeComponent(actor, place.component);
      return urls.page([project.slug, ...place.component.categoryPath.split("/").filter(Boolean)]);
    case "translation":
      await removeLanguageFrom(actor, place.translation);
      return urls.component(addressOf(place.component)).operationsPage;
  }
}

"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import { currentObject } from "@/app/ui/current-object";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Invalid, NotFound } from "@/lib/domain/errors";
import { createScreenshot } from "@/lib/domain/screenshots/screenshots";
import { findTranslationById } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";

const schema = z.object({
  name: text(200),
  language: z.string().regex(/^\d{1,9}$/),
  repository_filename: text(200),
});

/** Adds a screenshot to the component that a path names, and opens it. */
export async function upload(slugs: readonly string[], _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const image = form.get("image");
    if (!(image instanceof File) || image.size === 0) throw Invalid.field("image", t("shots.imageMissing"), "required");
    const actor = await currentActor();
    const place = await currentObject(slugs);
    if (place.kind !== "component" && place.kind !== "translation")
      throw new NotFound("Screenshots belong to components.");
    const translation = await findTranslationById(actor, Number(given.language));
    if (translation.componentId !== place.component.id) throw new NotFound("Screenshots belong to one component.");
    const made = await createScreenshot(actor, translation, {
      name: given.name.trim() || image.name.slice(0, 200) || t("shots.image"),
      repositoryFilename: given.repository_filename.trim(),
      content: new Uint8Array(await image.arrayBuffer()),
    });
    revalidatePath("/", "layout");
    redirect(`${path(urls.screenshot(made.id).web)}?new=1`);
  });
}

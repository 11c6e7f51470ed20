"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import {
  hideUnit,
  removeScreenshot,
  replaceImage,
  showUnits,
  updateScreenshot,
} from "@/lib/domain/screenshots/screenshots";

const details = z.object({
  name: text(200).refine((value) => value.trim() !== "", "shots.nameMissing" satisfies TextKey),
  language: z.string().regex(/^\d{1,9}$/),
  repository_filename: text(200),
});

/** Changes name, language and file of a screenshot. */
export async function save(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(details, form);
    await updateScreenshot(await currentActor(), id, {
      name: given.name.trim(),
      repositoryFilename: given.repository_filename.trim(),
      translationId: Number(given.language),
    });
    revalidatePath("/", "layout");
    return { message: t("shots.saved") };
  });
}

/** Takes away what was read in the image. */
export async function forgetText(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await updateScreenshot(await currentActor(), id, { foundText: "" });
    revalidatePath("/", "layout");
    return { message: t("shots.forgotten") };
  });
}

/** Puts another image in its place. */
export async function replace(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const image = form.get("image");
    if (!(image instanceof File) || image.size === 0) throw Invalid.field("image", t("shots.imageMissing"), "required");
    await replaceImage(await currentActor(), id, new Uint8Array(await image.arrayBuffer()));
    revalidatePath("/", "layout");
    return { message: t("shots.replaced") };
  });
}

const chosen = z.object({ unit: multiple });

/** Puts the ticked strings on a screenshot. */
export async function putOn(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const units = readForm(chosen, form).unit.filter((value) => /^\d{1,15}$/.test(value));
    if (units.length === 0) throw Invalid.field("", t("shots.assignChoose"), "required");
    const count = await showUnits(await currentActor(), id, units.map(Number));
    revalidatePath("/", "layout");
    return { message: t("shots.placed", { count }), values: {} };
  });
}

/** Takes a string off a screenshot. */
export async function takeOff(id: number, source: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await hideUnit(await currentActor(), id, source);
    revalidatePath("/", "layout");
    return { message: t("shots.detached") };
  });
}

/** Deletes a screenshot and goes to those that are left. */
export async function drop(id: number, gallery: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await removeScreenshot(await currentActor(), id);
    revalidatePath("/", "layout");
    redirect(safePath(gallery));
  });
}

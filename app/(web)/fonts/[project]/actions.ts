"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import { removeFont, replaceFont, uploadFont } from "@/lib/domain/fonts/fonts";
import { changeGroup, createGroup, removeGroup } from "@/lib/domain/fonts/groups";
import { restoreRemoved } from "@/lib/domain/fonts/removed";

/** Uploads a font to a project or, with its id, puts another file in its place. */
export async function sendFont(slug: string, id: number | null, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const file = form.get("font");
    if (!(file instanceof File) || file.size === 0) throw Invalid.field("font", t("fonts.fileMissing"), "required");
    const given = { content: new Uint8Array(await file.arrayBuffer()), filename: file.name };
    const actor = await currentActor();
    if (id === null) await uploadFont(actor, slug, given);
    else await replaceFont(actor, slug, id, given);
    revalidatePath("/", "layout");
    return { message: t(id === null ? "fonts.uploaded" : "fonts.replaced") };
  });
}

/** Removes a font that no group uses. */
export async function dropFont(slug: string, id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeFont(await currentActor(), slug, id);
    revalidatePath("/", "layout");
    return { message: t("fonts.removed") };
  });
}

const number = z.string().regex(/^\d{1,9}$/);
const group = z.looseObject({ name: text(100), font: number });

/** Languages with fonts of their own, as the rows of the form say; those without a language are left out. */
function chosenLanguages(form: FormData): { language: string; font: number }[] {
  const chosen: { language: string; font: number }[] = [];
  for (let row = 0; form.has(`languages.${row}.language`); row++) {
    const language = String(form.get(`languages.${row}.language`));
    if (language !== "") chosen.push({ language, font: Number(form.get(`languages.${row}.font`)) || 0 });
  }
  return chosen;
}

/** Makes a group of fonts or, with its id, changes one. */
export async function saveGroup(slug: string, id: number | null, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(group, form);
    const wanted = { name: given.name.trim(), fontId: Number(given.font), languages: chosenLanguages(form) };
    const actor = await currentActor();
    if (id === null) await createGroup(actor, slug, wanted);
    else await changeGroup(actor, slug, id, wanted);
    revalidatePath("/", "layout");
    return { message: t(id === null ? "fonts.groupCreated" : "fonts.groupChanged") };
  });
}

/** Puts a font or a group back that was removed. */
export async function putBack(slug: string, id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await restoreRemoved(await currentActor(), slug, id);
    revalidatePath("/", "layout");
    return { message: t("fonts.isBack") };
  });
}

/** Removes a group of fonts. */
export async function dropGroup(slug: string, id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeGroup(await currentActor(), slug, id);
    revalidatePath("/", "layout");
    return { message: t("fonts.groupRemoved") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, answerSeenForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { COLOURS } from "@/lib/domain/components/component-input";
import { create, remove, update } from "@/lib/domain/labels/labels";
import type { Marks } from "@/lib/domain/stale";

const schema = z.object({
  name: text(190).refine((value) => value.trim() !== "", "labels.nameMissing" satisfies TextKey),
  color: z.enum(COLOURS),
  description: text(250),
});

/** Makes a label of a project, or (with its id) changes one. */
export async function saveLabel(
  slug: string,
  id: number | null,
  shown: Marks,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before, seen: shown }, async (seen) => {
    const given = readForm(schema, form);
    const input = { ...given, name: given.name.trim(), description: given.description.trim() };
    const actor = await currentActor();
    if (id === null) await create(actor, slug, input);
    else await update(actor, slug, id, input, seen);
    revalidatePath("/", "layout");
    return { message: t(id === null ? "labels.created" : "labels.changed") };
  });
}

/** Removes a label from its project and its strings. */
export async function dropLabel(slug: string, id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await remove(await currentActor(), slug, id);
    revalidatePath("/", "layout");
    return { message: t("labels.removed") };
  });
}

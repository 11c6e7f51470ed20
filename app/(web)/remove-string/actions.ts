"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findTranslationById, translationAddress } from "@/lib/domain/translations/translations";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";

const form = z.object({ from: z.enum(["here", "everywhere"]) });

/** Removes a string from its language or from all of them, and leads to the way back. */
export async function removeString(id: number, _: FormState, given: FormData): Promise<FormState> {
  return answerForm(given, async () => {
    const { from } = readForm(form, given);
    const actor = await currentActor();
    const unit = await findUnit(actor, id);
    const translation = await findTranslationById(actor, unit.translationId);
    const removed = await removeUnit(actor, from === "everywhere" ? unit.sourceId : unit.id);
    revalidatePath("/", "layout");
    redirect(path(urls.translation(translationAddress(translation)).removeString({ removed: removed ?? undefined })));
  });
}

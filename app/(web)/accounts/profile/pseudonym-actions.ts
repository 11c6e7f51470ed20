"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { removePseudonym, setPseudonym } from "@/lib/domain/users/pseudonyms";

const chosen = z.object({ project: text(100), name: text(500), own_address: checkbox });

/** Chooses the own name for a project. */
export async function choosePseudonym(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(chosen, form);
    const actor = await currentActor();
    const made = await setPseudonym(actor, actor.username, given.project.trim(), {
      name: given.name,
      ownAddress: given.own_address,
    });
    revalidatePath("/accounts/profile");
    return { message: t("pseudonyms.chosen", { name: made.name, project: made.projectName }), values: {} };
  });
}

/** Goes by the name of the account in a project again. */
export async function dropPseudonym(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await removePseudonym(actor, actor.username, slug);
    revalidatePath("/accounts/profile");
    return { message: t("pseudonyms.removed") };
  });
}

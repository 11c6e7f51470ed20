"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, ids, readForm } from "@/app/ui/answer-form";
import { errorWords } from "@/app/ui/error-words";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { addToComponents } from "@/lib/domain/creation/add-to-project";

/** Adds a language to the components that are ticked. */
export async function addToTicked(code: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { component } = readForm(z.object({ component: ids }), form);
    const { added, problems } = await addToComponents(await currentActor(), component, code);
    revalidatePath("/", "layout");
    const lines = problems.map(({ component: name, error }) => `${name}: ${errorWords(t, error)}`);
    return { message: [t("addLanguage.toMany.done", { count: added }), ...lines].join("\n"), values: {} };
  });
}

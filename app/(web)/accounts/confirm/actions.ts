"use server";

import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { confirmByLink } from "@/lib/domain/users/confirm-address";

export async function confirmAddress(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ token: text(200) }), form);
    return { message: t("confirm.done", { address: await confirmByLink(given.token) }) };
  });
}

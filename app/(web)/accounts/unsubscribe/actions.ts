"use server";

import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { stopNotices } from "@/lib/domain/notices/unsubscribe";

/** Ends what a link in a mail is about; nobody is signed in. */
export async function stop(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await stopNotices(readForm(z.object({ token: text(2000) }), form).token);
    return { message: t("notices.stopped") };
  });
}

"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentBrowser } from "@/app/ui/start-session";
import { Invalid } from "@/lib/domain/errors";
import { askForReset, demandMail, resetOwner, resetPassword } from "@/lib/domain/users/reset-password";

const request = z.object({
  login: text(200).refine((value) => value.trim() !== "", "signIn.userNameMissing" satisfies TextKey),
});

/** The same answer whether there is such an account or not. */
export async function askForLink(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(request, form);
    demandMail();
    await askForReset(given.login, await currentBrowser());
    return { message: t("reset.asked"), values: {} };
  });
}

const choice = z.object({ token: text(200), new_password: text(1000), repeat_password: text(1000) });

export async function chooseNewPassword(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(choice, form);
    if (given.new_password !== given.repeat_password)
      throw Invalid.field("repeat_password", t("profile.passwordsDiffer"));
    const isNew = (await resetOwner(given.token))?.isNew ?? false;
    try {
      await resetPassword(given.token, given.new_password);
    } catch (error) {
      // The field has another name here.
      if (error instanceof Invalid)
        throw new Invalid(error.fields.map((field) => ({ ...field, path: "new_password" })));
      throw error;
    }
    redirect(isNew ? "/accounts/login/?reset=first" : "/accounts/login/?reset");
  });
}

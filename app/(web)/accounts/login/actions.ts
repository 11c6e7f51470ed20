"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { safePath } from "@/app/ui/request-path";
import { currentBrowser, keepSession } from "@/app/ui/start-session";
import { Invalid } from "@/lib/domain/errors";
import { signIn as signInWith } from "@/lib/domain/users/sign-in";

const schema = z.object({
  username: text(200).refine((value) => value.trim() !== "", "signIn.userNameMissing" satisfies TextKey),
  password: text(1000).refine((value) => value !== "", "signIn.passwordMissing" satisfies TextKey),
  next: text(1100),
});

export async function signIn(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const here = await signInWith(given.username, given.password, await currentBrowser());
    if (!here) throw Invalid.field("password", t("signIn.wrongPassword"));
    await keepSession(here);
    redirect(safePath(given.next));
  });
}

"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { answerPasskey, readPasskey } from "@/app/ui/passkey-answer";
import type { PasskeyRequest } from "@/app/ui/passkey-button";
import { path } from "@/app/ui/paths";
import { safePath } from "@/app/ui/request-path";
import { currentBrowser, keepPending, keepSession } from "@/app/ui/start-session";
import { Invalid } from "@/lib/domain/errors";
import { signInPasskey, signInWithPasskey } from "@/lib/domain/users/second-factor-sign-in";
import { isPending, signIn as signInWith } from "@/lib/domain/users/sign-in";
import { urls } from "@/lib/urls";

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
    const next = safePath(given.next);
    if (isPending(here)) {
      await keepPending(here, next);
      redirect(path(urls.secondFactor()));
    }
    await keepSession(here);
    redirect(next);
  });
}

/** What a passkey of any account is asked to sign. */
export async function askPasskey(): Promise<PasskeyRequest> {
  return answerPasskey(async () => signInPasskey(await currentBrowser()));
}

const passkey = z.object({ response: text(20_000), next: text(1100) });

/** Signs in with a passkey alone. */
export async function signInByPasskey(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(passkey, form);
    await keepSession(
      await signInWithPasskey(readPasskey(given.response, t("passkey.failed")), await currentBrowser()),
    );
    redirect(safePath(given.next));
  });
}

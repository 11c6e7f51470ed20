"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { answerPasskey, readPasskey } from "@/app/ui/passkey-answer";
import type { PasskeyRequest } from "@/app/ui/passkey-button";
import { safePath } from "@/app/ui/request-path";
import { currentBrowser, keepSession, pendingSignIn } from "@/app/ui/start-session";
import { Unauthenticated } from "@/lib/domain/errors";
import { enterWithCode, enterWithPasskey, factorPasskey } from "@/lib/domain/users/second-factor-sign-in";

async function pending() {
  const step = await pendingSignIn();
  if (!step) throw new Unauthenticated((await getTexts())("factor.late"));
  return step;
}

const code = z.object({
  otp: text(100).refine((value) => value.trim() !== "", "factor.codeMissing" satisfies TextKey),
  remember: checkbox,
});

/** Ends a sign-in with a code of an app, or a recovery code. */
export async function giveCode(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(code, form);
    const step = await pending();
    await keepSession(await enterWithCode(step, given, await currentBrowser()));
    redirect(safePath(step.next));
  });
}

/** What a passkey of the account is asked to sign. */
export async function askPasskey(): Promise<PasskeyRequest> {
  return answerPasskey(async () => factorPasskey(await pending()));
}

const passkey = z.object({ response: text(20_000), remember: checkbox });

/** Ends a sign-in with a passkey. */
export async function givePasskey(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(passkey, form);
    const step = await pending();
    const response = readPasskey(given.response, t("passkey.failed"));
    await keepSession(await enterWithPasskey(step, { response, remember: given.remember }, await currentBrowser()));
    redirect(safePath(step.next));
  });
}

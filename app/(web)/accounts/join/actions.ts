"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { currentBrowser, currentSessionId, dropIdentity, keepSession, pendingIdentity } from "@/app/ui/start-session";
import { NotFound } from "@/lib/domain/errors";
import { joinByProvider, linkAccount } from "@/lib/domain/users/provider-accounts";
import { throttleAnonymous } from "@/lib/domain/users/sign-in";

async function identity() {
  const proven = await pendingIdentity();
  if (!proven) throw new NotFound((await getTexts())("join.late"));
  return proven;
}

const schema = z.object({ username: text(150), full_name: text(150), email: text(190) });

/** Makes an account of what a provider has proven. */
export async function join(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const proven = await identity();
    const browser = await currentBrowser();
    await throttleAnonymous(browser);
    const input = { username: given.username.trim(), fullName: given.full_name, email: given.email };
    await keepSession(await joinByProvider(proven, input, browser));
    await dropIdentity();
    redirect(safePath(proven.next));
  });
}

const proof = z.object({ current_password: text(1000) });

/** Links what a provider has proven to the account that is signed in. */
export async function link(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(proof, form);
    const proven = await identity();
    await linkAccount(await currentActor(), proven, {
      secret: given.current_password,
      session: await currentSessionId(),
    });
    await dropIdentity();
    redirect("/accounts/profile/?tab=security&linked=here");
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { answerPasskey, readPasskey } from "@/app/ui/passkey-answer";
import type { PasskeyRequest } from "@/app/ui/passkey-button";
import { currentActor } from "@/app/ui/session";
import { currentSessionId } from "@/app/ui/start-session";
import { addPasskey, passkeyToAdd } from "@/lib/domain/users/passkeys";
import type { Proof } from "@/lib/domain/users/prove-oneself";
import { unlinkAccount } from "@/lib/domain/users/provider-accounts";
import { beginApp, confirmApp, removeFactor, renewRecoveryCodes } from "@/lib/domain/users/second-factors";

const proof = z.object({ current_password: text(1000) });
const id = z.coerce.number().int().positive().max(2_147_483_647);

async function proofOf(given: { current_password: string }): Promise<Proof> {
  return { secret: given.current_password, session: await currentSessionId() };
}

/** What a form shows: recovery codes once, with the first factor. */
function shown(message: string, codes: readonly string[] | undefined): Partial<FormState> {
  // Other pages show a denial where a factor was missing.
  revalidatePath("/", "layout");
  return codes ? { message, secret: codes.join("\n"), values: {} } : { message, values: {} };
}

const app = proof.extend({ step: z.enum(["begin", "confirm"]), otp: text(20), name: text(60) });

/** Both steps of adding an authenticator app: a new secret, and the first code of it. */
export async function appStep(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(app, form);
    const actor = await currentActor();
    if (given.step === "begin") {
      await beginApp(actor, await proofOf(given));
      revalidatePath("/accounts/profile");
      return { values: {} };
    }
    return shown(t("security.appAdded"), await confirmApp(actor, given, await currentSessionId()));
  });
}

/** What a browser is to make a passkey of. */
export async function askNewPasskey(form: FormData): Promise<PasskeyRequest> {
  return answerPasskey(async () => passkeyToAdd(await currentActor(), await proofOf(readForm(proof, form))));
}

const passkey = z.object({ name: text(60), response: text(20_000) });

export async function addOwnPasskey(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(passkey, form);
    const made = { name: given.name, response: readPasskey(given.response, t("passkey.failed")) };
    return shown(t("security.passkeyAdded"), await addPasskey(await currentActor(), made, await currentSessionId()));
  });
}

export async function removeOwnFactor(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(proof.extend({ id }), form);
    await removeFactor(await currentActor(), given.id, await proofOf(given));
    revalidatePath("/accounts/profile");
    return { message: t("security.removed") };
  });
}

export async function makeCodes(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(proof, form);
    const codes = await renewRecoveryCodes(await currentActor(), await proofOf(given));
    revalidatePath("/accounts/profile");
    return { secret: codes.join("\n"), values: {} };
  });
}

export async function unlinkOwn(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(proof.extend({ id }), form);
    await unlinkAccount(await currentActor(), given.id, await proofOf(given));
    revalidatePath("/accounts/profile");
    return { message: t("security.accounts.unlinkedPlain") };
  });
}

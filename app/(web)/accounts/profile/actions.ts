"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor, currentUser } from "@/app/ui/session";
import { currentBrowser, currentSessionId, isStrongSession, startSession } from "@/app/ui/start-session";
import { readRotation, tokenExpiry } from "@/app/ui/token-lifetime";
import { Invalid, Unauthenticated } from "@/lib/domain/errors";
import { setMyLanguages } from "@/lib/domain/translations/my-languages";
import { resendConfirmations } from "@/lib/domain/users/confirm-address";
import { updateOwnProfile } from "@/lib/domain/users/own-profile";
import { setPageLanguage } from "@/lib/domain/users/page-language";
import { demandProof, hasPassword } from "@/lib/domain/users/prove-oneself";
import { removeAllSessions, removeOtherSessions, removeSession } from "@/lib/domain/users/sessions";
import { confirmPassword } from "@/lib/domain/users/sign-in";
import { createPersonalToken, endOldOwnKey, revokeToken, rotateToken } from "@/lib/domain/users/tokens";
import { setPassword, userById } from "@/lib/domain/users/users";
import { pageLanguages } from "@/lib/text/messages/catalogue";

async function me() {
  const user = await currentUser();
  if (!user) throw new Unauthenticated((await getTexts())("profile.signedOut"));
  return user;
}

const account = z.object({
  full_name: text(150),
  email: text(190),
  commit_email: text(190),
  current_password: text(1000),
});

export async function saveAccount(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await me();
    const given = readForm(account, form);
    const mailed = await updateOwnProfile(await currentActor(), {
      fullName: given.full_name,
      email: given.email.trim() || null,
      commitEmail: given.commit_email.trim() || null,
      password: given.current_password,
      session: await currentSessionId(),
    });
    revalidatePath("/accounts/profile");
    return {
      message:
        mailed.length > 0 ? t("profile.confirmationSent", { addresses: mailed.join(", ") }) : t("profile.accountSaved"),
    };
  });
}

export async function sendConfirmation(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const mailed = await resendConfirmations(await currentActor());
    return {
      message:
        mailed.length > 0
          ? t("profile.confirmationResent", { addresses: mailed.join(", ") })
          : t("profile.nothingToConfirm"),
    };
  });
}

const languages = z.object({ languages: multiple, secondary: multiple });

export async function saveLanguages(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(languages, form);
    const own = new Set(given.languages.filter(Boolean));
    await setMyLanguages(
      await currentActor(),
      [...own],
      given.secondary.filter((code) => code && !own.has(code)),
    );
    // The home page asks for them, too.
    revalidatePath("/", "layout");
    return { message: t("profile.languagesSaved") };
  });
}

const interfaceLanguage = z.object({ language: text(40) });

export async function saveInterfaceLanguage(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(interfaceLanguage, form);
    await setPageLanguage(await currentActor(), given.language || undefined, pageLanguages());
    // Every page, in the new language from now on.
    revalidatePath("/", "layout");
    redirect("/accounts/profile/?tab=languages&saved");
  });
}

const token = z.object({
  name: text(100).refine((value) => value.trim() !== "", "tokens.nameMissing" satisfies TextKey),
  expires: tokenExpiry,
});

export async function newToken(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(token, form);
    const made = await createPersonalToken(await currentActor(), given.name, given.expires);
    revalidatePath("/accounts/profile");
    return { secret: made.key, values: {} };
  });
}

export async function revokeOwnToken(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ id: z.coerce.number().int() }), form);
    await revokeToken(await currentActor(), given.id);
    revalidatePath("/accounts/profile");
    return { message: t("profile.tokenRevoked") };
  });
}

/** Another key for a token; the pressed button says for which. */
export async function rotateOwnToken(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { id, overlap } = readRotation(form);
    const secret = await rotateToken(await currentActor(), id, overlap);
    revalidatePath("/accounts/profile");
    return { secret, values: {} };
  });
}

export async function endOldOwn(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ id: z.coerce.number().int() }), form);
    await endOldOwnKey(await currentActor(), given.id);
    revalidatePath("/accounts/profile");
    return { message: t("tokens.oldEnded") };
  });
}

export async function signOutDevice(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ id: z.coerce.number().int().max(2_147_483_647) }), form);
    await me();
    await removeSession(await currentActor(), given.id);
    revalidatePath("/accounts/profile");
    return { message: t("profile.deviceSignedOut") };
  });
}

/** Ends all sessions but this one. */
export async function signOutOthers(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await me();
    const { mark } = await currentBrowser();
    const count = await removeOtherSessions(await currentActor(), await currentSessionId(), mark);
    revalidatePath("/accounts/profile");
    return { message: t("profile.othersSignedOut", { count }) };
  });
}

export async function signOutEverywhere(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await me();
    await removeAllSessions(await currentActor(), (await currentBrowser()).mark);
    redirect("/accounts/login/");
  });
}

const password = z.object({ old_password: text(1000), password: text(1000), repeat_password: text(1000) });

/** The old password; where there is none, a code of an app or a sign-in that is not old. */
async function proveForPassword(secret: string, problem: string): Promise<void> {
  const user = await me();
  if (!(await hasPassword(user.id))) {
    await demandProof(await currentActor(), { secret, session: await currentSessionId() });
    return;
  }
  if (!(await confirmPassword(user.id, secret))) throw Invalid.field("old_password", problem);
}

export async function changePassword(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const user = await me();
    const given = readForm(password, form);
    await proveForPassword(given.old_password, t("profile.wrongPassword"));
    if (given.password !== given.repeat_password) throw Invalid.field("repeat_password", t("profile.passwordsDiffer"));
    const strong = await isStrongSession();
    await setPassword(user.id, user.username, given.password, (await currentBrowser()).mark);
    // The new version ends all sessions; this browser gets one of its own.
    const fresh = await userById(user.id);
    if (fresh) await startSession(fresh, strong);
    redirect("/accounts/profile/?tab=password&changed");
  });
}

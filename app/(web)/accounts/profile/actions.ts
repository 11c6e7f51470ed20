"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, several, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor, currentUser } from "@/app/ui/session";
import { currentBrowser, startSession } from "@/app/ui/start-session";
import { tokenExpiry } from "@/app/ui/token-lifetime";
import { Invalid, Unauthenticated } from "@/lib/domain/errors";
import { setMyLanguages } from "@/lib/domain/translations/my-languages";
import { updateOwnProfile } from "@/lib/domain/users/own-profile";
import { removeAllSessions, removeSession } from "@/lib/domain/users/sessions";
import { confirmPassword } from "@/lib/domain/users/sign-in";
import { createPersonalToken, revokeToken } from "@/lib/domain/users/tokens";
import { setPassword, userById } from "@/lib/domain/users/users";

async function me() {
  const user = await currentUser();
  if (!user) throw new Unauthenticated("You have been signed out. Sign in again; what you typed is kept here.");
  return user;
}

const account = z.object({
  full_name: text(150),
  email: text(190),
  commit_email: text(190),
  current_password: text(1000),
});

export async function saveAccount(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await me();
    const given = readForm(account, form);
    await updateOwnProfile(await currentActor(), {
      fullName: given.full_name,
      email: given.email.trim() || null,
      commitEmail: given.commit_email.trim() || null,
      password: given.current_password,
    });
    revalidatePath("/accounts/profile");
    return { message: "Your account is saved." };
  });
}

const languages = z.object({ languages: several, secondary: several });

export async function saveLanguages(_: FormState, form: FormData): Promise<FormState> {
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
    return { message: "Your languages are saved." };
  });
}

const token = z.object({
  name: text(100).refine((value) => value.trim() !== "", "Give the token a name that tells where it is used."),
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

export async function endToken(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ id: z.coerce.number().int() }), form);
    await revokeToken(await currentActor(), given.id);
    revalidatePath("/accounts/profile");
    return { message: "The token is revoked; nothing can use it any more." };
  });
}

export async function endDevice(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ id: z.coerce.number().int().max(2_147_483_647) }), form);
    await me();
    await removeSession(await currentActor(), given.id);
    revalidatePath("/accounts/profile");
    return { message: "That device is signed out." };
  });
}

export async function endEverywhere(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await me();
    await removeAllSessions(await currentActor(), (await currentBrowser()).mark);
    redirect("/accounts/login/");
  });
}

const password = z.object({ old_password: text(1000), password: text(1000), repeat_password: text(1000) });

export async function changePassword(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const user = await me();
    const given = readForm(password, form);
    if (!(await confirmPassword(user.id, given.old_password)))
      throw Invalid.field("old_password", "This is not your current password.");
    if (given.password !== given.repeat_password)
      throw Invalid.field("repeat_password", "The two new passwords differ.");
    await setPassword(user.id, user.username, given.password, (await currentBrowser()).mark);
    // The new version ends all sessions; this browser gets one of its own.
    const fresh = await userById(user.id);
    if (fresh) await startSession(fresh);
    redirect("/accounts/profile/?tab=password&changed");
  });
}

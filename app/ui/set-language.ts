"use server";

import { cookies } from "next/headers";
import { setPageLanguage } from "@/lib/domain/users/page-language";
import { pageLanguages } from "@/lib/text/messages/catalogue";
import { type FormState, FRESH_FORM } from "./form-state";
import { LANGUAGE_COOKIE } from "./page-texts";
import { currentActor } from "./session";

/** Remembers the reader's language: in this browser for a year, and in the profile of somebody who is signed in. */
export async function setLanguage(_: FormState, form: FormData): Promise<FormState> {
  const wanted = form.get("language");
  const offered = pageLanguages();
  if (typeof wanted !== "string" || !offered.includes(wanted)) return FRESH_FORM;
  (await cookies()).set(LANGUAGE_COOKIE, wanted, { maxAge: 31_536_000, sameSite: "lax", path: "/" });
  const actor = await currentActor();
  if (!actor.isAnonymous) await setPageLanguage(actor, wanted, offered);
  return FRESH_FORM;
}

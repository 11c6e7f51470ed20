"use server";

import { cookies } from "next/headers";
import { type FormState, FRESH_FORM } from "./form-state";
import { THEME_COOKIE } from "./theme";

/** Remembers the reader's theme for a year; "system" forgets it. */
export async function setTheme(_: FormState, form: FormData): Promise<FormState> {
  const wanted = form.get("theme");
  const store = await cookies();
  if (wanted === "light" || wanted === "dark")
    store.set(THEME_COOKIE, wanted, { maxAge: 31_536_000, sameSite: "lax", path: "/" });
  else store.delete(THEME_COOKIE);
  return FRESH_FORM;
}

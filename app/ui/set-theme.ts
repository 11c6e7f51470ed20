"use server";

import { cookies } from "next/headers";
import { THEME_COOKIE } from "./theme";

/** Remembers the reader's theme for a year; "system" forgets it. */
export async function setTheme(form: FormData): Promise<void> {
  const wanted = form.get("theme");
  const store = await cookies();
  if (wanted === "light" || wanted === "dark")
    store.set(THEME_COOKIE, wanted, { maxAge: 31_536_000, sameSite: "lax", path: "/" });
  else store.delete(THEME_COOKIE);
}

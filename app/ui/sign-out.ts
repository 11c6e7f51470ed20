"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { endSession } from "@/lib/domain/users/sessions";
import { readSession, sessionCookie } from "@/lib/platform/sign-in";
import type { FormState } from "./form-state";

/** Ends the session on this browser. */
export async function signOut(): Promise<FormState> {
  const session = await readSession();
  if (session) await endSession(session.id);
  const store = await cookies();
  for (const cookie of store.getAll())
    if (cookie.name.startsWith(sessionCookie()))
      store.delete({ name: cookie.name, path: "/", secure: cookie.name.startsWith("__Secure-") });
  redirect("/");
}

"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { sessionCookie } from "@/lib/platform/sign-in";

/** Ends the session on this browser. */
export async function signOut(): Promise<void> {
  const store = await cookies();
  for (const cookie of store.getAll())
    if (cookie.name.startsWith(sessionCookie()))
      store.delete({ name: cookie.name, path: "/", secure: cookie.name.startsWith("__Secure-") });
  redirect("/");
}

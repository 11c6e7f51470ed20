import { cookies, headers } from "next/headers";
import { authSecret, browserOf, cookieContent, knownCookie } from "@/lib/api/sign-in";
import { type Browser, SESSION_DAYS } from "@/lib/domain/users/sessions";
import { type StartedSession, startSignedInSession } from "@/lib/domain/users/sign-in";
import type { UserRow } from "@/lib/domain/users/users";
import { environment } from "@/lib/platform/environment";
import { makeSessionCookie } from "@/lib/platform/sign-in";

/** The browser that sent the form under way. */
export async function currentBrowser(): Promise<Browser> {
  return browserOf(new Request(environment().baseUrl, { headers: new Headers(await headers()) }));
}

/** Hands the browser that sent the form what it keeps after signing in. */
export async function keepSession(here: StartedSession): Promise<void> {
  const made = await makeSessionCookie(cookieContent(here), await authSecret());
  const at = made.indexOf("=");
  const { name, secure, maxAge } = knownCookie();
  const common = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
  const store = await cookies();
  store.set(made.slice(0, at), made.slice(at + 1), { ...common, maxAge: SESSION_DAYS * 86_400 });
  store.set(name, here.mark, { ...common, maxAge });
}

/** Signs a user in on the browser that sent the form under way. */
export async function startSession(user: UserRow): Promise<void> {
  await keepSession(await startSignedInSession(user, await currentBrowser()));
}

import { cookies, headers } from "next/headers";
import { browserOf } from "@/lib/api/sign-in";
import {
  COOKIE,
  type Cookie,
  cookieIsSecure,
  endedStep,
  readStep,
  sessionCookies,
  stepCookie,
} from "@/lib/api/sign-in-cookies";
import { type Browser, liveSession } from "@/lib/domain/users/sessions";
import { type PendingSignIn, type StartedSession, startSignedInSession } from "@/lib/domain/users/sign-in";
import type { UserRow } from "@/lib/domain/users/users";
import { environment } from "@/lib/platform/environment";
import { readSession } from "@/lib/platform/sign-in";

/** The browser that sent the form under way. */
export async function currentBrowser(): Promise<Browser> {
  return browserOf(new Request(environment().baseUrl, { headers: new Headers(await headers()) }));
}

async function keep(all: readonly Cookie[]): Promise<void> {
  const store = await cookies();
  for (const { name, value, maxAge } of all) store.set(name, value, { ...COOKIE, secure: cookieIsSecure(), maxAge });
}

/** Hands the browser that sent the form what it keeps after signing in. */
export async function keepSession(here: StartedSession): Promise<void> {
  await keep(await sessionCookies(here));
}

/** Signs a user in on the browser that sent the form under way. @param strong whether a second factor was given in it */
export async function startSession(user: UserRow, strong = false): Promise<void> {
  await keepSession(await startSignedInSession(user, await currentBrowser(), strong));
}

/** Id of the session of the page or action under way; "" when there is none. */
export async function currentSessionId(): Promise<string> {
  return (await readSession())?.id ?? "";
}

/** Whether the session under way began with a second factor. */
export async function isStrongSession(): Promise<boolean> {
  const session = await readSession();
  return (session && (await liveSession(session.id)))?.strong ?? false;
}

/** Keeps, until the second factor is given, who has shown the first proof. */
export async function keepPending({ pending }: PendingSignIn, next: string): Promise<void> {
  await keep([await stepCookie("factor", { ...pending, next })]);
}

/** Who has shown the first proof in this browser, and where they wanted to go. */
export async function pendingSignIn() {
  const store = await cookies();
  return readStep("factor", (name) => store.get(name)?.value);
}

/** What a provider has proven in this browser that opens no account yet. */
export async function pendingIdentity() {
  const store = await cookies();
  return readStep("identity", (name) => store.get(name)?.value);
}

/** Forgets what a provider has proven. */
export async function dropIdentity(): Promise<void> {
  await keep([endedStep("identity")]);
}

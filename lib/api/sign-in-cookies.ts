import { z } from "zod";
import { BROWSER_DAYS } from "@/lib/domain/users/known-browsers";
import { SESSION_DAYS } from "@/lib/domain/users/sessions";
import type { PendingSignIn, StartedSession } from "@/lib/domain/users/sign-in";
import { environment } from "@/lib/platform/environment";
import { installationSecret } from "@/lib/platform/installation-secret";
import { makeSessionCookie, openFromBrowser, type SignedIn, sealForBrowser } from "@/lib/platform/sign-in";
import { type ProvenIdentity, provenSchema } from "@/lib/platform/sign-in-providers";

/** What a browser is told to keep: its session, the mark that it is known by, and what the next step of a sign-in needs. */

export interface Cookie {
  name: string;
  value: string;
  /** Seconds; 0 takes it away. */
  maxAge: number;
}

/** The secret that cookies are encrypted with; generated on first use unless the environment names one. */
export async function authSecret(): Promise<string> {
  return environment().authSecret ?? installationSecret("auth-secret");
}

const isSecure = (): boolean => environment().baseUrl.startsWith("https://");

const nameOf = (name: string): string => `${isSecure() ? "__Secure-" : ""}${name}`;

/** What all cookies of signing in have in common. */
export const COOKIE = { httpOnly: true, sameSite: "lax", path: "/" } as const;
export const cookieIsSecure = isSecure;

/** A cookie as a header. */
export function cookieLine({ name, value, maxAge }: Cookie): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${isSecure() ? "; Secure" : ""}`;
}

/** Name of the cookie that a browser is known by. */
export const knownCookieName = (): string => nameOf("loquat-known");

/** The browser's new mark. */
export const knownCookie = ({ mark }: StartedSession): Cookie => ({
  name: knownCookieName(),
  value: mark,
  maxAge: BROWSER_DAYS * 86_400,
});

/** What next-auth puts into the cookie of a session. */
export function cookieContent({ user, session }: StartedSession): SignedIn {
  return { userId: user.id, id: session, name: user.fullName || user.username, email: user.email };
}

/** All that a browser gets which is signed in; what the steps before needed goes. */
export async function sessionCookies(here: StartedSession): Promise<Cookie[]> {
  const made = await makeSessionCookie(cookieContent(here), await authSecret());
  const at = made.indexOf("=");
  return [
    { name: made.slice(0, at), value: made.slice(at + 1), maxAge: SESSION_DAYS * 86_400 },
    knownCookie(here),
    endedStep("factor"),
  ];
}

/** What is kept between two steps of a sign-in. */
const STEPS = {
  /** The first proof was shown; a second factor is to follow. */
  factor: z.object({ userId: z.int(), sessionVersion: z.int(), next: z.string() }),
  /** A provider has proven an identity that opens no account yet. */
  identity: provenSchema.extend({ next: z.string() }),
  /** This browser has been sent to a SAML identity provider with this request. */
  saml: z.object({ request: z.string(), next: z.string() }),
} as const;

type StepName = keyof typeof STEPS;

interface Steps {
  factor: PendingSignIn["pending"] & { next: string };
  identity: ProvenIdentity & { next: string };
  saml: { request: string; next: string };
}

/** Seconds that somebody may take for a step. */
const STEP_SECONDS = 15 * 60;

/** A cookie with what a step needs; nobody can read or make it. */
export async function stepCookie<Name extends StepName>(name: Name, content: Steps[Name]): Promise<Cookie> {
  await authSecret();
  return {
    name: nameOf(`loquat-${name}`),
    value: await sealForBrowser(name, content, STEP_SECONDS),
    maxAge: STEP_SECONDS,
  };
}

/** Takes the cookie of a step away. */
export const endedStep = (name: StepName): Cookie => ({ name: nameOf(`loquat-${name}`), value: "", maxAge: 0 });

/** What a step has left; undefined when there is nothing, or its time is over. @param read gives a cookie by its name */
export async function readStep<Name extends StepName>(
  name: Name,
  read: (cookie: string) => string | undefined,
): Promise<Steps[Name] | undefined> {
  const text = read(nameOf(`loquat-${name}`));
  const opened = text ? await openFromBrowser(name, text) : undefined;
  const parsed = STEPS[name].safeParse(opened);
  return parsed.success ? (parsed.data as Steps[Name]) : undefined;
}

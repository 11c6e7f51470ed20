import { AsyncLocalStorage } from "node:async_hooks";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { NextApiRequest, NextApiResponse } from "next";
import NextAuthImport, { type NextAuthOptions } from "next-auth";
import { decode, encode } from "next-auth/jwt";
import CredentialsImport from "next-auth/providers/credentials";
import { ownPath } from "@/lib/text/own-path";
import { environment, provideVariable } from "./environment";
import { readInstallationSecret } from "./installation-secret";
import { log } from "./log";
import {
  identityOf,
  oauthProvider,
  oauthProviders,
  type ProvenIdentity,
  type ProviderProblem,
  problemOf,
} from "./sign-in-providers";

/** The one door to next-auth: an encrypted cookie that names a user and a session; the table of sessions says whether it is live. */

/** What a cookie says. The id is a secret: who has it is signed in. */
export interface Session {
  userId: number;
  id: string;
}

/** What `authorize` gives for the right name and password. */
export interface SignedIn extends Session {
  name: string;
  email: string | null;
}

/** What signing in asks of the rest of Loquat. */
export interface SignInParts {
  secret: string;
  authorize(login: string, password: string): Promise<SignedIn | undefined>;
  /** Whether a session has not been ended. */
  live(session: Session): Promise<boolean>;
  /** Ends a session. */
  ended(session: Session): Promise<void>;
  /** What comes of what a provider has proven. Gives the path of ours to go on with. @param next where they wanted to go */
  proven(identity: ProvenIdentity, next: string): Promise<string>;
}

/** A CommonJS default export is wrapped or not, depending on who loads it. */
function unwrap<T>(module: T): T {
  return (module as { default?: T }).default ?? module;
}

const NextAuth = unwrap(NextAuthImport);
const Credentials = unwrap(CredentialsImport);

function secure(): boolean {
  return environment().baseUrl.startsWith("https://");
}

/** Name of the session cookie. */
export function sessionCookie(): string {
  return `${secure() ? "__Secure-" : ""}next-auth.session-token`;
}

/** An address of ours to return to; the home page for anything that leads elsewhere. */
function ownAddress(given: unknown): string {
  const { origin } = new URL(environment().baseUrl);
  return origin + (ownPath(given, origin) ?? "/");
}

const page = (name: string) => `${environment().baseUrl}/accounts/${name}/`;

/** Why the sign-in under way fails; next-auth has one log for the whole process. */
const failures = new AsyncLocalStorage<{ problem?: ProviderProblem }>();

/** The library tells its log alone why a provider's sign-in did not work. Tokens are never told. */
const logger = {
  error(code: string, about: unknown) {
    const failure = failures.getStore();
    if (!failure || !/OAUTH/.test(code)) return;
    // It tells some failures twice.
    if (failure.problem) return;
    failure.problem = problemOf(code, about);
    const { error = about } = (about ?? {}) as { error?: unknown };
    const reason = String((error as Error | undefined)?.message ?? code).replace(/\p{Cc}+/gu, " ");
    log.warn(`Sign-in with a provider failed: ${reason.slice(0, 300)}`);
  },
  warn: () => {},
  debug: () => {},
};

function options({ secret, authorize, ended, proven }: SignInParts, next: string): NextAuthOptions {
  return {
    secret,
    useSecureCookies: secure(),
    session: { strategy: "jwt", maxAge: 30 * 86_400 },
    // All of them: next-auth's own pages would be shown otherwise.
    pages: { signIn: page("login"), signOut: page("logout"), error: page("login"), verifyRequest: page("login") },
    logger,
    providers: [
      ...oauthProviders(),
      Credentials({
        credentials: { username: { label: "User name or e-mail" }, password: { label: "Password", type: "password" } },
        async authorize(given) {
          const user = await authorize(given?.username ?? "", given?.password ?? "");
          return user ? { id: String(user.userId), name: user.name, email: user.email, session: user.id } : null;
        },
      }),
    ],
    callbacks: {
      redirect: ({ url }) => ownAddress(url),
      // A provider's sign-in never makes a session here: what comes of it is decided by the domain.
      async signIn({ account, profile }) {
        if (account?.type !== "oauth") return true;
        const provider = oauthProvider(account.provider);
        return provider && profile ? ownAddress(await proven(identityOf(provider, { ...profile }), next)) : false;
      },
      jwt({ token, user }) {
        const signedIn = user as { id: string; session: string } | undefined;
        return signedIn ? { ...token, sub: signedIn.id, session: signedIn.session } : token;
      },
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: Number(token.sub) } }),
    },
    events: {
      async signOut({ token }) {
        const session = sessionOf(token);
        if (session) await ended(session);
      },
    },
  };
}

async function readBody(request: Request): Promise<Record<string, string>> {
  if (request.method !== "POST") return {};
  const text = await request.text();
  if (text.length > 100_000) return {};
  if (!request.headers.get("content-type")?.includes("json")) return Object.fromEntries(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    const pairs = typeof body === "object" && body !== null ? Object.entries(body) : [];
    return Object.fromEntries(pairs.filter((pair): pair is [string, string] => typeof pair[1] === "string"));
  } catch {
    return {};
  }
}

/** Collects what next-auth writes into a web-standard answer. */
class Collector {
  private readonly headers = new Headers();
  private code = 200;
  private content: string | null = null;

  status(code: number): this {
    this.code = code;
    return this;
  }
  getHeader(name: string): string[] | undefined {
    return name.toLowerCase() === "set-cookie" ? this.headers.getSetCookie() : undefined;
  }
  setHeader(name: string, value: string | string[]): this {
    this.headers.delete(name);
    for (const one of Array.isArray(value) ? value : [value]) this.headers.append(name, one);
    return this;
  }
  json(value: unknown): this {
    this.headers.set("content-type", "application/json");
    this.content = JSON.stringify(value);
    return this;
  }
  send(value: unknown): this {
    if (value === undefined || typeof value === "string") this.content = value ?? null;
    else this.json(value);
    return this;
  }
  end(): this {
    return this;
  }
  answer(): Response {
    for (const [name, value] of SAFETY) this.headers.set(name, value);
    return new Response(this.content, { status: this.code, headers: this.headers });
  }
}

/** Headers of every answer below /api/auth/; none of them is a page. */
export const SAFETY = [
  ["content-security-policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"],
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "same-origin"],
  ["cache-control", "private, no-store"],
] as const;

/** What next-auth is asked to do here; all else it knows of is not offered. */
const ACTIONS = new Set(["csrf", "session", "providers", "signin", "signout", "callback", "error", "verify-request"]);

/** Whether there is anything at a path below /api/auth/. */
export function isSignInPath(path: readonly string[]): boolean {
  return ACTIONS.has(path[0] ?? "") && path.length <= 2;
}

/** Where to go afterwards is taken from the query, the body and a cookie; next-auth fails on what is no address. */
function withOwnReturn(values: Record<string, string>, name = "callbackUrl"): Record<string, string> {
  return name in values ? { ...values, [name]: ownAddress(values[name]) } : values;
}

/** Cookies as next-auth may see them: without a session that has been ended, which it could not tell. */
async function cookiesFor(request: Request, parts: SignInParts): Promise<Record<string, string>> {
  const cookies = [...readCookies(request)];
  const session = await readSession(request);
  if (session && (await parts.live(session))) return Object.fromEntries(cookies);
  return Object.fromEntries(cookies.filter(([name]) => !name.startsWith(sessionCookie())));
}

/**
 * Answers a request below /api/auth/.
 * @param path segments after /api/auth/, as `["callback", "credentials"]`
 */
export async function handleSignIn(request: Request, path: readonly string[], parts: SignInParts): Promise<Response> {
  const body = await readBody(request);
  // next-auth takes its public address from here and from nowhere else.
  provideVariable("NEXTAUTH_URL", `${environment().baseUrl}/api/auth`);
  const [action, provider] = path;
  const starts = action === "signin" && provider !== undefined;
  // What is in the query of a start would be sent to the provider, in place of what we ask for.
  const query = starts ? {} : withOwnReturn(Object.fromEntries(new URL(request.url).searchParams));
  const callbackCookie = `${secure() ? "__Secure-" : ""}next-auth.callback-url`;
  const asked = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    cookies: withOwnReturn(await cookiesFor(request, parts), callbackCookie),
    query: { ...query, nextauth: [...path] },
    body: withOwnReturn(body),
  };
  const collector = new Collector();
  const run = NextAuth as unknown as (
    request: NextApiRequest,
    response: NextApiResponse,
    options: NextAuthOptions,
  ) => Promise<unknown>;
  const failure: { problem?: ProviderProblem } = {};
  const next = ownPath(asked.cookies[callbackCookie], environment().baseUrl) ?? "/";
  await failures.run(failure, () =>
    run(asked as unknown as NextApiRequest, collector as unknown as NextApiResponse, options(parts, next)),
  );
  if (failure.problem) {
    const told = new URLSearchParams({ problem: failure.problem, provider: provider ?? "", next });
    collector.setHeader("location", `${page("login")}?${told}`);
  }
  return collector.answer();
}

/** Cookies of a request by name; the first of equal names counts. */
export function readCookies(request: Request): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of (request.headers.get("cookie") ?? "").slice(0, 20_000).split(";")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, at).trim();
    if (at > 0 && !found.has(name)) found.set(name, decoded(pair.slice(at + 1).trim()));
  }
  return found;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

async function secretInUse(): Promise<string | undefined> {
  return environment().authSecret ?? readInstallationSecret("auth-secret");
}

/** A long session is spread over several cookies, numbered from 0. */
function cookieValue(read: (name: string) => string | undefined): string | undefined {
  const name = sessionCookie();
  const whole = read(name);
  if (whole !== undefined) return whole;
  let text = "";
  for (let part = 0; part < 10; part++) {
    const piece = read(`${name}.${part}`);
    if (piece === undefined) break;
    text += piece;
  }
  return text || undefined;
}

/** What the content of a cookie names; undefined for one from before sessions were kept in the database. */
function sessionOf(content: { sub?: unknown; session?: unknown } | null): Session | undefined {
  const userId = Number(content?.sub);
  const id = content?.session;
  return Number.isSafeInteger(userId) && typeof id === "string" && id !== "" ? { userId, id } : undefined;
}

/**
 * The session of a request, undefined when there is none or it has run out. Without an argument the request is the
 * one that a page or server action is being rendered for.
 */
export async function readSession(request?: Request): Promise<Session | undefined> {
  let token: string | undefined;
  if (request) {
    const cookies = readCookies(request);
    token = cookieValue((name) => cookies.get(name));
  } else {
    const { cookies } = await import("next/headers");
    const store = await cookies();
    token = cookieValue((name) => store.get(name)?.value);
  }
  if (!token) return undefined;
  const secret = await secretInUse();
  if (!secret) return undefined;
  try {
    return sessionOf(await decode({ token, secret }));
  } catch {
    return undefined;
  }
}

/** A session cookie for a user, as `name=value`. */
export async function makeSessionCookie(user: SignedIn, secret: string): Promise<string> {
  const token = { sub: String(user.userId), name: user.name, email: user.email, session: user.id };
  return `${sessionCookie()}=${await encode({ token, secret, maxAge: 30 * 86_400 })}`;
}

/**
 * What a browser is to keep until its next step, so that nobody can read or make it.
 * @param purpose what it is for; it opens for nothing else
 */
export async function sealForBrowser(purpose: string, content: object, seconds: number): Promise<string> {
  return encode({ token: { ...content }, secret: (await secretInUse()) ?? "", maxAge: seconds, salt: purpose });
}

/** What `sealForBrowser` made; undefined for anything else, and when its time is over. */
export async function openFromBrowser(purpose: string, text: string): Promise<Record<string, unknown> | undefined> {
  try {
    return (await decode({ token: text, secret: (await secretInUse()) ?? "", salt: purpose })) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Name of the cookie and of the form field that carry the token against forged requests. */
export const CSRF_COOKIE = "csrftoken";

/** The token against forged requests: bound to one session, so that nobody else can plant it. */
export async function csrfToken(session: Session): Promise<string> {
  const secret = (await secretInUse()) ?? "";
  return createHmac("sha256", secret).update(`csrf:${session.userId}:${session.id}`).digest("base64url");
}

/**
 * Whether a request that changes something was sent by our own pages: its origin is ours, or it repeats the token of
 * the csrf cookie in the header X-CSRFToken.
 */
export async function isOwnRequest(request: Request, session: Session): Promise<boolean> {
  if (request.headers.get("origin") === new URL(environment().baseUrl).origin) return true;
  const given = Buffer.from(request.headers.get("x-csrftoken") ?? "");
  const cookie = Buffer.from(readCookies(request).get(CSRF_COOKIE) ?? "");
  const expected = Buffer.from(await csrfToken(session));
  return [given, cookie].every((value) => value.length === expected.length && timingSafeEqual(value, expected));
}

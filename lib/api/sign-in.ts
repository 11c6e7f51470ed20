import { Forbidden, NotFound } from "@/lib/domain/errors";
import { type Browser, endSession, sessionUser } from "@/lib/domain/users/sessions";
import { isPending, signIn, throttleAnonymous } from "@/lib/domain/users/sign-in";
import { environment } from "@/lib/platform/environment";
import { handleSignIn, isSignInPath, readCookies, readSession } from "@/lib/platform/sign-in";
import { findProvider } from "@/lib/platform/sign-in-providers";
import { refusal } from "@/lib/text/messages/refusal";
import { urls } from "@/lib/urls";
import { HttpError, problemResponse } from "./errors";
import { answerSaml, beginWithSaml } from "./saml";
import { sayerFor } from "./sayer";
import {
  authSecret,
  type Cookie,
  cookieContent,
  cookieLine,
  knownCookie,
  knownCookieName,
  stepCookie,
} from "./sign-in-cookies";
import { provenIdentity } from "./sign-in-proven";
import { clientAddress } from "./throttle";

/** Signing in over HTTP: next-auth's addresses, and what a browser is told to keep. */

const sayerOf = (request: Request) => sayerFor(request.headers.get("accept-language"));

/** The browser behind a request. */
export function browserOf(request: Request): Browser {
  const mark = readCookies(request).get(knownCookieName());
  return {
    address: clientAddress(request),
    userAgent: request.headers.get("user-agent") ?? "",
    mark: mark && mark.length <= 100 ? mark : undefined,
  };
}

/**
 * Leads a browser to a provider. The library begins only what was posted with a token of its own, so both requests are
 * made here.
 * @param next path of ours to come back to
 */
export async function beginWithProvider(request: Request, id: string, next: string): Promise<Response> {
  const provider = findProvider(id);
  if (!provider) return problemResponse(new NotFound(refusal("noProviderHere")), sayerOf(request));
  try {
    await throttleAnonymous(browserOf(request));
  } catch (error) {
    return problemResponse(error, sayerOf(request));
  }
  if (provider.id === "saml") return beginWithSaml(provider, next);
  const base = environment().baseUrl;
  const headers = new Headers({ cookie: request.headers.get("cookie") ?? "" });
  const token = await answerSignIn(new Request(`${base}/api/auth/csrf`, { headers }), ["csrf"]);
  const { csrfToken } = (await token.json()) as { csrfToken: string };
  const cookies = readCookies(request);
  for (const line of token.headers.getSetCookie()) {
    const [pair = ""] = line.split(";");
    cookies.set(pair.slice(0, pair.indexOf("=")), decodeURIComponent(pair.slice(pair.indexOf("=") + 1)));
  }
  const cookie = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
  const body = new URLSearchParams({ csrfToken, callbackUrl: base + next });
  const begun = await answerSignIn(
    new Request(`${base}/api/auth/signin/${id}`, { method: "POST", headers: { cookie }, body }),
    ["signin", id],
  );
  // The second answer has the last word on where to come back to.
  const names = begun.headers.getSetCookie().map((line) => line.split("=", 1)[0]);
  for (const line of token.headers.getSetCookie())
    if (!names.includes(line.split("=", 1)[0])) begun.headers.append("set-cookie", line);
  return begun;
}

/** Answers a request below /api/auth/. */
export async function answerSignIn(request: Request, path: readonly string[]): Promise<Response> {
  if (path[0] === "saml" && path.length === 2) return answerSaml(request, path[1], browserOf(request));
  if (!isSignInPath(path)) return problemResponse(new NotFound(refusal("apiNoAddressShort")), sayerOf(request));
  // next-auth answers 500 to this.
  if (path.join("/") === "callback/credentials" && request.method !== "POST")
    return problemResponse(
      new HttpError(405, "method_not_allowed", refusal("apiPostSignIn"), { allow: "POST" }),
      sayerOf(request),
    );
  const browser = browserOf(request);
  const kept: Cookie[] = [];
  let refused: unknown;
  const answer = await handleSignIn(request, path, {
    secret: await authSecret(),
    live: async (session) => (await sessionUser(session.id)) === session.userId,
    ended: (session) => endSession(session.id),
    async proven(identity, next) {
      try {
        const { path: place, cookies } = await provenIdentity(identity, next, browser, await readSession(request));
        kept.push(...cookies);
        return place;
      } catch (error) {
        refused = error;
        return "/";
      }
    },
    async authorize(login, password) {
      try {
        const here = await signIn(login, password, browser);
        if (here && isPending(here)) {
          kept.push(await stepCookie("factor", { ...here.pending, next: "/" }));
          refused = new HttpError(
            403,
            "two_factor_required",
            refusal("apiEnterFactor"),
            {},
            { url: urls.secondFactor() },
          );
          return undefined;
        }
        if (here) kept.push(knownCookie(here));
        return here && cookieContent(here);
      } catch (error) {
        // next-auth would tell the text of any error in an address.
        refused = error;
        return undefined;
      }
    },
  });
  const told = refused === undefined ? answer : await refusedSignIn(request, refused, path);
  for (const cookie of kept) told.headers.append("set-cookie", cookieLine(cookie));
  return told;
}

/** A refusal for a program, and for somebody who comes from a provider a page that says why. */
async function refusedSignIn(
  request: Request,
  refused: unknown,
  [action, provider]: readonly string[],
): Promise<Response> {
  if (action !== "callback" || provider === "credentials" || !(refused instanceof Forbidden))
    return problemResponse(refused, sayerOf(request));
  return new Response(null, {
    status: 302,
    headers: { location: `${urls.signIn()}?problem=closed`, "cache-control": "private, no-store" },
  });
}

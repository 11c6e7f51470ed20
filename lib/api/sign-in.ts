import { NotFound } from "@/lib/domain/errors";
import { BROWSER_DAYS } from "@/lib/domain/users/known-browsers";
import { type Browser, endSession, sessionUser } from "@/lib/domain/users/sessions";
import { type StartedSession, signIn } from "@/lib/domain/users/sign-in";
import { environment } from "@/lib/platform/environment";
import { installationSecret } from "@/lib/platform/installation-secret";
import { handleSignIn, isSignInPath, readCookies, type SignedIn } from "@/lib/platform/sign-in";
import { HttpError, problemResponse } from "./errors";
import { clientAddress } from "./throttle";

/** Signing in over HTTP: next-auth's addresses, and what a browser is told to keep. */

/** The secret that session cookies are encrypted with; generated on first use unless the environment names one. */
export async function authSecret(): Promise<string> {
  return environment().authSecret ?? installationSecret("auth-secret");
}

/** The cookie that a browser is known by. */
export function knownCookie(): { name: string; secure: boolean; maxAge: number } {
  const secure = environment().baseUrl.startsWith("https://");
  return { name: `${secure ? "__Secure-" : ""}loquat-known`, secure, maxAge: BROWSER_DAYS * 86_400 };
}

/** The browser behind a request. */
export function browserOf(request: Request): Browser {
  const mark = readCookies(request).get(knownCookie().name);
  return {
    address: clientAddress(request),
    userAgent: request.headers.get("user-agent") ?? "",
    mark: mark && mark.length <= 100 ? mark : undefined,
  };
}

/** What next-auth puts into the cookie. */
export function cookieContent({ user, session }: StartedSession): SignedIn {
  return { userId: user.id, id: session, name: user.fullName || user.username, email: user.email };
}

/** Answers a request below /api/auth/. */
export async function answerSignIn(request: Request, path: readonly string[]): Promise<Response> {
  if (!isSignInPath(path)) return problemResponse(new NotFound("This address does not exist in the API."));
  // next-auth answers 500 to this.
  if (path.join("/") === "callback/credentials" && request.method !== "POST")
    return problemResponse(new HttpError(405, "method_not_allowed", "Use POST to sign in.", { allow: "POST" }));
  let refusal: unknown;
  let mark: string | undefined;
  const answer = await handleSignIn(request, path, {
    secret: await authSecret(),
    live: async (session) => (await sessionUser(session.id)) === session.userId,
    ended: (session) => endSession(session.id),
    async authorize(login, password) {
      try {
        const here = await signIn(login, password, browserOf(request));
        mark = here?.mark;
        return here && cookieContent(here);
      } catch (error) {
        // next-auth would tell the text of any error in an address.
        refusal = error;
        return undefined;
      }
    },
  });
  if (refusal !== undefined) return problemResponse(refusal);
  if (mark !== undefined) {
    const { name, secure, maxAge } = knownCookie();
    answer.headers.append(
      "set-cookie",
      `${name}=${mark}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure ? "; Secure" : ""}`,
    );
  }
  return answer;
}

import { Forbidden, NotFound } from "@/lib/domain/errors";
import { answerSamlRequest, keepSamlRequest, takeSamlAnswer } from "@/lib/domain/users/saml-requests";
import type { Browser } from "@/lib/domain/users/sessions";
import { throttleAnswers } from "@/lib/domain/users/sign-in";
import { environment } from "@/lib/platform/environment";
import type { SamlProvider } from "@/lib/platform/environment-sign-in";
import { log } from "@/lib/platform/log";
import { readSamlAnswer, samlMetadata, samlProblemOf, samlRequest } from "@/lib/platform/saml";
import { SamlError } from "@/lib/platform/saml-document";
import { readCookies, readSession, SAFETY } from "@/lib/platform/sign-in";
import { type ProviderProblem, samlProvider } from "@/lib/platform/sign-in-providers";
import { urls } from "@/lib/urls";
import { HttpError, problemResponse } from "./errors";
import { type Cookie, cookieLine, endedStep, readStep, stepCookie } from "./sign-in-cookies";
import { provenIdentity } from "./sign-in-proven";

/**
 * Signing in with a SAML identity provider over HTTP. Its answer is posted by a page of another site, so that the browser
 * sends none of our cookies with it: the answer is checked and kept, and the browser sent on to an address of ours, where
 * its cookie says whether it is the one that began. What the answer says of where to go (RelayState) is not read.
 */

/** Bytes of the largest answer. */
const LARGEST = 300_000;

function answer(
  status: number,
  headers: Record<string, string>,
  body: string | null = null,
  cookies: readonly Cookie[] = [],
) {
  const made = new Response(body, {
    status,
    headers: [...SAFETY.map(([name, value]): [string, string] => [name, value]), ...Object.entries(headers)],
  });
  for (const cookie of cookies) made.headers.append("set-cookie", cookieLine(cookie));
  return made;
}

const sent = (location: string, cookies: readonly Cookie[] = []) => answer(303, { location }, null, cookies);

/** Where somebody is told why it did not work; the log gets what an administrator has to know. @param next path of ours that was wanted */
function failed(problem: ProviderProblem | "closed", { error, next }: { error?: unknown; next?: string } = {}): string {
  if (error !== undefined) {
    const reason = String((error as Error).message ?? error).replace(/\p{Cc}+/gu, " ");
    log.warn(`Sign-in with SAML failed: ${reason.slice(0, 300)}`);
  }
  const told = new URLSearchParams({ problem, provider: "saml", ...(next && { next }) });
  return `${urls.signIn()}?${told}`;
}

/** Leads a browser to the identity provider. @param next path of ours to come back to */
export async function beginWithSaml(provider: SamlProvider, next: string): Promise<Response> {
  try {
    const { id, address } = await samlRequest(provider);
    await keepSamlRequest(id);
    return sent(address, [await stepCookie("saml", { request: id, next })]);
  } catch (error) {
    return sent(failed(samlProblemOf(error), { error, next }));
  }
}

/** Takes what an identity provider has posted. */
async function consume(request: Request, provider: SamlProvider, browser: Browser): Promise<Response> {
  await throttleAnswers(browser);
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > LARGEST) throw new HttpError(413, "too_large", `An answer may have at most ${LARGEST} bytes.`);
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    throw new HttpError(415, "unsupported_media_type", "Post the answer as a form, by the binding HTTP-POST.");
  const text = await request.text();
  if (text.length > LARGEST) throw new HttpError(413, "too_large", `An answer may have at most ${LARGEST} bytes.`);
  const encoded = new URLSearchParams(text).get("SAMLResponse");
  if (!encoded) return sent(failed("failed", { error: new Error("There is no SAMLResponse in the form.") }));
  try {
    const proof = await readSamlAnswer(provider, encoded);
    if (!(await answerSamlRequest(proof)))
      throw new SamlError("The answer was not asked for, has been used, or is too late.", "expired");
    return sent(`${environment().baseUrl}/api/auth/saml/done`);
  } catch (error) {
    return sent(failed(samlProblemOf(error), { error }));
  }
}

/** Ends the sign-in of the browser that began it. */
async function finish(request: Request, browser: Browser): Promise<Response> {
  const cookies = readCookies(request);
  const begun = await readStep("saml", (name) => cookies.get(name));
  const identity = begun && (await takeSamlAnswer(begun.request));
  if (!identity) return sent(failed("expired", { next: begun?.next }), [endedStep("saml")]);
  try {
    const onward = await provenIdentity(identity, begun.next, browser, await readSession(request));
    return sent(environment().baseUrl + onward.path, [...onward.cookies, endedStep("saml")]);
  } catch (error) {
    if (error instanceof Forbidden) return sent(failed("closed"), [endedStep("saml")]);
    throw error;
  }
}

/** Answers a request below /api/auth/saml/. */
export async function answerSaml(request: Request, step: string | undefined, browser: Browser): Promise<Response> {
  const provider = samlProvider();
  const method = step === "acs" ? "POST" : "GET";
  try {
    if (!provider || !step || !["metadata", "acs", "done"].includes(step))
      throw new NotFound("This address does not exist in the API.");
    if (request.method !== method)
      throw new HttpError(405, "method_not_allowed", `Use ${method} here.`, { allow: method });
    if (step === "acs") return await consume(request, provider, browser);
    if (step === "done") return await finish(request, browser);
    return answer(200, { "content-type": "application/samlmetadata+xml; charset=utf-8" }, samlMetadata(provider));
  } catch (error) {
    return problemResponse(error);
  }
}

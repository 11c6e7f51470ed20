import { enterByProvider, ownerOf } from "@/lib/domain/users/provider-accounts";
import { type Browser, liveSession } from "@/lib/domain/users/sessions";
import { isPending } from "@/lib/domain/users/sign-in";
import type { Session } from "@/lib/platform/sign-in";
import type { ProvenIdentity } from "@/lib/platform/sign-in-providers";
import { urls } from "@/lib/urls";
import { ownPath } from "@/lib/urls/paths";
import { type Cookie, sessionCookies, stepCookie } from "./sign-in-cookies";

/** Where a browser goes on that comes back from a provider, and what it is told to keep. */

const pathOf = (address: string): string => ownPath(address) ?? "/";

interface Onward {
  path: string;
  cookies: readonly Cookie[];
}

/**
 * What comes of an identity. Whoever is signed in already is never made somebody else by it: an identity that opens
 * nothing can be linked on the next page, and one that opens another account changes nothing.
 * @param next path of ours that was wanted
 * @throws Forbidden when the account is closed; Throttled
 */
export async function provenIdentity(
  identity: ProvenIdentity,
  next: string,
  browser: Browser,
  session: Session | undefined,
): Promise<Onward> {
  const live = session && (await liveSession(session.id));
  const owner = await ownerOf(identity);
  const join = async () => ({
    path: pathOf(urls.joinByProvider()),
    cookies: [await stepCookie("identity", { ...identity, next })],
  });
  if (live) {
    if (owner === undefined) return join();
    return { path: owner === live.userId ? next : pathOf(urls.linkedElsewhere()), cookies: [] };
  }
  const entered = await enterByProvider(identity, browser);
  if (!entered) return join();
  if (isPending(entered))
    return { path: pathOf(urls.secondFactor()), cookies: [await stepCookie("factor", { ...entered.pending, next })] };
  return { path: next, cookies: await sessionCookies(entered) };
}

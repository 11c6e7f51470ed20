import { db, inTransaction } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { Invalid, Unauthenticated } from "../errors";
import { mailSecurity } from "./internal/factor-mails";
import { factorsOf } from "./internal/factor-rows";
import { takeRecoveryCode } from "./internal/recovery-codes";
import { isTotpCode, takeTotp } from "./internal/totp";
import { rememberFactor } from "./known-browsers";
import { passkeyOwner, passkeyToShow } from "./passkeys";
import type { Browser } from "./sessions";
import {
  countFactor,
  openAccount,
  type PendingSignIn,
  type StartedSession,
  startSignedInSession,
  throttleAnonymous,
} from "./sign-in";
import type { UserRow } from "./users";

/** The second step of signing in, and signing in with a passkey alone. */

/** Days for which a browser may be left without a second factor. */
export const REMEMBER_DAYS = 30;

type Pending = PendingSignIn["pending"];

/** What can be shown as the second step. @throws Unauthenticated when the first step does not count any more */
export async function askedFactors(pending: Pending): Promise<{ user: UserRow; app: boolean; passkey: boolean }> {
  const user = await stillPending(pending);
  const factors = await factorsOf(user.id);
  return {
    user,
    app: factors.some((factor) => factor.kind === "totp"),
    passkey: factors.some((factor) => factor.kind === "passkey"),
  };
}

async function stillPending({ userId, sessionVersion }: Pending): Promise<UserRow> {
  const user = await openAccount(userId);
  if (user?.sessionVersion !== sessionVersion) throw new Unauthenticated(refusal("signInLate"));
  return user;
}

/**
 * Ends a sign-in with a code of an app, or with a recovery code, which is used up.
 * @throws Invalid on `otp`; Throttled, even for a right code; Unauthenticated when it has to begin again
 */
export async function enterWithCode(
  pending: Pending,
  given: { otp: string; remember: boolean },
  browser: Browser,
): Promise<StartedSession> {
  const user = await stillPending(pending);
  await countFactor(user.id, browser);
  if (!(isTotpCode(given.otp) ? await takeTotp(db, user.id, given.otp) : await takeSpare(user, given.otp)))
    throw Invalid.field("otp", refusal("codeNotRight"));
  return finish(user, given.remember, browser);
}

async function takeSpare(user: UserRow, code: string): Promise<boolean> {
  return inTransaction(async (tx) => {
    const taken = await takeRecoveryCode(tx, user.id, code);
    if (taken) await mailSecurity(tx, user, "codeUsed", "");
    return taken;
  });
}

const purposeOf = (userId: number) => `factor ${userId}`;

/** What the browser is asked, to end a sign-in with a passkey. */
export async function factorPasskey(pending: Pending) {
  const user = await stillPending(pending);
  return passkeyToShow(purposeOf(user.id), user.id);
}

/** Ends a sign-in with a passkey of the same account. @throws Invalid, Throttled, Unauthenticated */
export async function enterWithPasskey(
  pending: Pending,
  given: { response: unknown; remember: boolean },
  browser: Browser,
): Promise<StartedSession> {
  const user = await stillPending(pending);
  await countFactor(user.id, browser);
  const owner = await passkeyOwner({ response: given.response, purpose: purposeOf(user.id), verified: false });
  if (owner !== user.id) throw Invalid.field("", refusal("passkeyBelongsAnother"));
  return finish(user, given.remember, browser);
}

async function finish(user: UserRow, remember: boolean, browser: Browser): Promise<StartedSession> {
  const here = await startSignedInSession(user, browser, true);
  if (remember) await rememberFactor(user.id, here.mark, REMEMBER_DAYS);
  return here;
}

const ALONE = "sign-in";

/** What a browser is asked, to sign in with a passkey alone. @throws Throttled */
export async function signInPasskey(browser: Browser) {
  await throttleAnonymous(browser);
  return passkeyToShow(ALONE);
}

/**
 * Signs in with a passkey alone. Its authenticator has checked its owner, so that it is two factors by itself.
 * @throws Invalid, Throttled
 */
export async function signInWithPasskey(response: unknown, browser: Browser): Promise<StartedSession> {
  await throttleAnonymous(browser);
  const user = await openAccount(await passkeyOwner({ response, purpose: ALONE, verified: true }));
  if (!user) throw Invalid.field("", refusal("accountClosedAsk"));
  return startSignedInSession(user, browser, true);
}

import { isIP } from "node:net";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { secondFactors } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";
import { sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid } from "../errors";
import { hasSecondFactor } from "./internal/factor-rows";
import { keepChallenge, takeChallenge } from "./internal/passkey-challenges";
import { demandProof, type Proof } from "./prove-oneself";
import { added, refuseTooMany } from "./second-factors";
import { userById } from "./users";

/** Passkeys by WebAuthn: a key of this site alone, which a browser or a security key keeps and signs with. */

const f = secondFactors.as("f");

const KEY = pick(f, "id", "userId", "credentialId", "publicKey", "signCount", "transports");

/** What a passkey signs. */
interface Ceremony {
  response: unknown;
  /** What it was asked for; one of another purpose does not count. */
  purpose: string;
  /** Whether the authenticator must have checked its owner by PIN, finger or face. */
  verified: boolean;
}

const site = () => new URL(environment().baseUrl);

/** Whether browsers offer passkeys here: only for a name, and only where nobody can read along. */
export function passkeysArePossible(): boolean {
  const { hostname, protocol } = site();
  return isIP(hostname.replace(/[[\]]/g, "")) === 0 && (protocol === "https:" || hostname === "localhost");
}

type Transports = Parameters<typeof verifyAuthenticationResponse>[0]["credential"]["transports"];

const descriptors = (rows: readonly { credentialId: string | null; transports: readonly string[] }[]) =>
  rows.map((row) => ({ id: row.credentialId ?? "", transports: [...row.transports] as Transports }));

const keysOf = (userId: number) =>
  db.rows(sql`select ${KEY} from ${f} where ${f.userId} = ${userId} and ${f.kind} = 'passkey' order by ${f.id}`);

/**
 * What the actor's browser is asked, to make a passkey. The proof is asked for here, as making one takes the browser's
 * own time afterwards.
 * @throws Invalid, Throttled, Unauthenticated
 */
export async function passkeyToAdd(actor: Actor, proof: Proof): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const user = await demandProof(actor, proof);
  await refuseTooMany(user.id, "passkey");
  const options = await generateRegistrationOptions({
    rpName: "Loquat",
    rpID: site().hostname,
    userName: user.username,
    userDisplayName: user.fullName || user.username,
    userID: new TextEncoder().encode(`user ${user.id}`),
    excludeCredentials: descriptors(await keysOf(user.id)),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await keepChallenge(options.challenge, `add ${user.id}`);
  return options;
}

/**
 * Stores the passkey that the browser has made.
 * @returns recovery codes, to be shown once, when it is the first second factor; undefined otherwise
 * @throws Invalid
 */
export async function addPasskey(
  actor: Actor,
  given: { name: string; response: unknown },
  session: string,
): Promise<string[] | undefined> {
  const { registrationInfo: made } = await sound(() =>
    verifyRegistrationResponse({
      response: given.response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(challenge, `add ${actor.userId}`),
      expectedOrigin: site().origin,
      expectedRPID: site().hostname,
      requireUserVerification: false,
    }),
  );
  if (!made) throw refused();
  const { id, publicKey, counter, transports = [] } = made.credential;
  const name = given.name.trim().slice(0, 60) || "Passkey";
  const user = await userById(actor.userId);
  if (!user || user.isBot) throw refused();
  const now = new Date();
  try {
    return await inTransaction(async (tx) => {
      const first = !(await hasSecondFactor(tx, actor.userId));
      await tx.prisma.secondFactor.create({
        data: {
          userId: actor.userId,
          kind: "passkey",
          name,
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString("base64url"),
          signCount: counted(counter),
          transports,
          confirmedAt: now,
        },
      });
      return added(tx, user, { event: "passkeyAdded", name, first, session });
    });
  } catch (error) {
    if (isDuplicate(error)) throw Invalid.field("", refusal("passkeyBelongsAccount"));
    throw error;
  }
}

/** What authenticators count has 32 bits, and a column one less; no real one comes so far. */
const counted = (count: number): number => Math.min(count, 2_147_483_647);

/** What a browser is asked, to sign with a passkey. @param userId whose; any, for a sign-in without a name */
export async function passkeyToShow(purpose: string, userId?: number): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: site().hostname,
    allowCredentials: userId === undefined ? [] : descriptors(await keysOf(userId)),
    userVerification: userId === undefined ? "required" : "preferred",
  });
  await keepChallenge(options.challenge, purpose);
  return options;
}

/** Whose passkey has signed. @throws Invalid when it is not sound */
export async function passkeyOwner({ response, purpose, verified }: Ceremony): Promise<number> {
  const id = (response as { id?: unknown } | null)?.id;
  const key =
    typeof id === "string" && id.length <= 1400
      ? await db.one(sql`
          select ${KEY} from ${f} where ${f.credentialId} = ${id} and ${f.kind} = 'passkey' and ${f.confirmedAt} is not null`)
      : undefined;
  if (!key) throw refused();
  const { authenticationInfo } = await sound(() =>
    verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => takeChallenge(challenge, purpose),
      expectedOrigin: site().origin,
      expectedRPID: site().hostname,
      credential: {
        id: key.credentialId ?? "",
        publicKey: new Uint8Array(Buffer.from(key.publicKey, "base64url")),
        counter: key.signCount,
        transports: [...key.transports] as Transports,
      },
      requireUserVerification: verified,
    }),
  );
  await db.run(sql`
    update ${f} set ${assigned(f, { signCount: counted(authenticationInfo.newCounter), lastUsedAt: sqlNow })}
    where ${f.id} = ${key.id}`);
  return key.userId;
}

const refused = () => Invalid.field("", refusal("passkeyCouldNot"));

/** What the library finds sound. Its errors name details that help nobody but an attacker. @throws Invalid */
async function sound<T extends { verified: boolean }>(work: () => Promise<T>): Promise<T> {
  try {
    const found = await work();
    if (found.verified) return found;
  } catch (error) {
    // A database that is away is no fault of the passkey.
    if ((error as { code?: unknown }).code !== undefined) throw error;
  }
  throw refused();
}

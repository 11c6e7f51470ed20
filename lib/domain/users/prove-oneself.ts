import { secondFactors, users } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { Invalid, Unauthenticated } from "../errors";
import { verifyPassword } from "./internal/password";
import { isTotpCode, takeTotp } from "./internal/totp";
import { isFresh } from "./sessions";
import { countProof } from "./sign-in";
import { type UserRow, userById } from "./users";

/** Proving once more who one is, before the ways into an account change: a session that was left open is not enough. */

/** Minutes for which a sign-in is proof for those who have neither password nor app. */
export const FRESH_MINUTES = 15;

/** What somebody shows again. */
export interface Proof {
  /** Password, or a code of an authenticator app. */
  secret: string;
  /** Id of the session that asks. */
  session: string;
}

export type ProofKind = "password" | "code" | "either" | "sign-in";

/** What can be shown again: something typed, or else a sign-in that is not old. */
export async function proofKind(userId: number): Promise<ProofKind> {
  const [u, f] = [users.as("u"), secondFactors.as("f")];
  const row = await db.one(sql`
    select ${named({
      password: asFlag(sql`${u.passwordHash} is not null`),
      app: asFlag(sql`
        exists (select from ${f} where ${f.userId} = ${u.id} and ${f.kind} = 'totp' and ${f.confirmedAt} is not null)`),
    })} from ${u} where ${u.id} = ${userId}`);
  if (row?.password) return row.app ? "either" : "password";
  return row?.app ? "code" : "sign-in";
}

/** Whether an account has a password; without one, another way leads in. */
export async function hasPassword(userId: number): Promise<boolean> {
  const kind = await proofKind(userId);
  return kind === "password" || kind === "either";
}

const WANTED = { password: "enterYourPassword", code: "enterAppCode", either: "enterPasswordOrCode" } as const;
const WRONG = { password: "notYourPassword", code: "notAppCode", either: "notPasswordOrCode" } as const;

/**
 * The actor's own row, when the actor has proven once more who it is.
 * @throws Invalid on `currentPassword`; Throttled after too many tries; Unauthenticated for nobody, and for a token
 */
export async function demandProof(actor: Actor, proof: Proof): Promise<UserRow> {
  const user = actor.isAnonymous || actor.tokenProjectId !== undefined ? undefined : await userById(actor.userId);
  if (!user) throw new Unauthenticated(refusal("signInHow"));
  const kind = await proofKind(user.id);
  if (kind === "sign-in") {
    if (await isFresh(user.id, proof.session, FRESH_MINUTES)) return user;
    throw Invalid.field("", refusal("needsSignLast", { freshMinutes: FRESH_MINUTES }), "required");
  }
  if (!proof.secret) throw Invalid.field("currentPassword", refusal(WANTED[kind]), "required");
  await countProof(user.id);
  if (kind !== "password" && isTotpCode(proof.secret) && (await takeTotp(db, user.id, proof.secret))) return user;
  if (kind !== "code" && (await passwordMatches(user.id, proof.secret))) return user;
  throw Invalid.field("currentPassword", refusal(WRONG[kind]));
}

async function passwordMatches(userId: number, password: string): Promise<boolean> {
  const row = await db.prisma.user.findFirst({ where: { id: userId }, select: { passwordHash: true } });
  return verifyPassword(password, row?.passwordHash ?? null);
}

import { knownBrowsers, secondFactors } from "@/lib/generated/tables";
import { assigned, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "../errors";
import { openFrom, SEALED, sealFor } from "../secrets";
import { mailSecurity } from "./internal/factor-mails";
import { type FactorRow, factorsOf, hasSecondFactor, recoveryCodesLeft } from "./internal/factor-rows";
import { issueRecoveryCodes } from "./internal/recovery-codes";
import { newSecret, stepOf, totpAddress } from "./internal/totp";
import { demandProof, type Proof, type ProofKind, proofKind } from "./prove-oneself";
import { dropSessions, strengthenSession } from "./sessions";
import { countProof } from "./sign-in";
import { findUser, type UserRow, userById } from "./users";

/** What somebody is asked for after the password: setting it up, and taking it away. Both are told by mail. */

export type { FactorRow };

/** Factors of one kind that an account may have. */
const MOST = 10;

const f = secondFactors.as("f");

/** How an account is kept. */
export interface Security {
  apps: FactorRow[];
  passkeys: FactorRow[];
  codesLeft: number;
  /** What is asked for again before anything of it changes. */
  proof: ProofKind;
}

/** The actor's own second factors. @throws Unauthenticated */
export async function securityOf(actor: Actor): Promise<Security> {
  const { userId } = await ownRow(actor);
  const [factors, codesLeft, proof] = await Promise.all([
    factorsOf(userId),
    recoveryCodesLeft(userId),
    proofKind(userId),
  ]);
  const of = (kind: FactorRow["kind"]) => factors.filter((factor) => factor.kind === kind);
  return { apps: of("totp"), passkeys: of("passkey"), codesLeft, proof };
}

async function ownRow(actor: Actor): Promise<{ userId: number; user: UserRow }> {
  const user = actor.isAnonymous || actor.isBot ? undefined : await userById(actor.userId);
  if (!user) throw new Unauthenticated(refusal("signInHow"));
  return { userId: user.id, user };
}

/**
 * Begins to set up an authenticator app: makes a secret, which counts for nothing before a code of it was given.
 * @throws Invalid, Throttled, Unauthenticated
 */
export async function beginApp(actor: Actor, proof: Proof): Promise<void> {
  const { id: userId } = await demandProof(actor, proof);
  await refuseTooMany(userId, "totp");
  const secret = sealFor(SEALED.secondFactor, newSecret());
  await inTransaction(async (tx) => {
    await tx.prisma.secondFactor.deleteMany({ where: { userId, kind: "totp", confirmedAt: null } });
    await tx.run(sql`
      insert into ${secondFactors} ${row(secondFactors, { userId, kind: "totp", name: "", secret })}`);
  });
}

/** More would only be places to hide one. @throws Invalid */
export async function refuseTooMany(userId: number, kind: FactorRow["kind"]): Promise<void> {
  const all = await factorsOf(userId);
  if (all.filter((factor) => factor.kind === kind).length >= MOST)
    throw Invalid.field("", refusal("accountTheseRemove", { most: MOST }));
}

/** The app that the actor is setting up, for an hour; undefined when there is none. */
export async function appInSetup(
  actor: Actor,
  issuer: string,
): Promise<{ secret: string; address: string } | undefined> {
  const waiting = await waitingApp(actor.userId);
  return waiting && { secret: waiting.secret, address: totpAddress(waiting.secret, actor.username, issuer) };
}

async function waitingApp(userId: number): Promise<{ id: number; secret: string } | undefined> {
  const found = await db.one(sql`
    select ${pick(f, "id", "secret")} from ${f}
    where ${f.userId} = ${userId} and ${f.kind} = 'totp' and ${f.confirmedAt} is null
      and ${f.createdAt} > now() - interval '1 hour' order by ${f.id} desc limit 1`);
  return found && { id: found.id, secret: openFrom(SEALED.secondFactor, found.secret) };
}

/**
 * Ends the setting up of an app by a code of it.
 * @param session id of the session that asks; from now on it counts as begun with a second factor
 * @returns recovery codes, to be shown once, when it is the first second factor; undefined otherwise
 * @throws Invalid on `otp`; NotFound when none is being set up; Throttled
 */
export async function confirmApp(
  actor: Actor,
  given: { otp: string; name: string },
  session: string,
): Promise<string[] | undefined> {
  const { userId, user } = await ownRow(actor);
  const waiting = await waitingApp(userId);
  if (!waiting) throw new NotFound(refusal("settingUpApp"));
  await countProof(userId);
  const step = stepOf(waiting.secret, given.otp.replace(/\s/g, ""), Date.now());
  if (step === undefined) throw Invalid.field("otp", refusal("codeNotRightEnter"));
  const name = given.name.trim().slice(0, 60) || "Authenticator app";
  return inTransaction(async (tx) => {
    const first = !(await hasSecondFactor(tx, userId));
    const confirmed = await tx.run(sql`
      update ${f} set ${assigned(f, { confirmedAt: sqlNow, lastStep: step, name })}
      where ${f.id} = ${waiting.id} and ${f.confirmedAt} is null`);
    if (confirmed === 0) throw new NotFound(refusal("appSetUp"));
    return added(tx, user, { event: "appAdded", name, first, session });
  });
}

/** What follows a new factor: the session counts as begun with it, the owner is told, and codes are made with the first. */
export async function added(
  tx: Tx,
  user: UserRow,
  what: { event: "appAdded" | "passkeyAdded"; name: string; first: boolean; session: string },
): Promise<string[] | undefined> {
  await strengthenSession(tx, user.id, what.session);
  await mailSecurity(tx, user, what.event, what.name);
  return what.first ? issueRecoveryCodes(tx, user.id) : undefined;
}

/** Removes one of the actor's second factors. The recovery codes go with the last one. @throws Invalid, NotFound, Throttled */
export async function removeFactor(actor: Actor, id: number, proof: Proof): Promise<void> {
  const user = await demandProof(actor, proof);
  await inTransaction(async (tx) => {
    // Two removals at once would each count the other's factor as still there.
    await tx.rows(sql`select ${pick(f, "id")} from ${f} where ${f.userId} = ${user.id} order by ${f.id} for update`);
    const [gone] = await tx.rows(sql`
      delete from ${f} where ${f.id} = ${id} and ${f.userId} = ${user.id} and ${f.confirmedAt} is not null
      returning ${pick(f, "name", "kind")}`);
    if (!gone) throw new NotFound(refusal("removedAlready"));
    await refuseLastWay(tx, user);
    if (!(await hasSecondFactor(tx, user.id))) await forgetFactors(tx, user.id);
    await mailSecurity(tx, user, "factorRemoved", gone.name);
  });
}

/** No account is left without a way in. @throws Invalid when none is left */
export async function refuseLastWay(tx: Tx, user: UserRow): Promise<void> {
  const [password, passkeys, accounts] = await Promise.all([
    tx.prisma.user.count({ where: { id: user.id, passwordHash: { not: null } } }),
    tx.prisma.secondFactor.count({ where: { userId: user.id, kind: "passkey", confirmedAt: { not: null } } }),
    tx.prisma.account.count({ where: { userId: user.id } }),
  ]);
  if (password + passkeys + accounts === 0) throw Invalid.field("", refusal("onlyWayInto"));
}

async function forgetFactors(tx: Tx, userId: number): Promise<void> {
  await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
  const factorUntil = null;
  await tx.run(sql`
    update ${knownBrowsers} set ${assigned(knownBrowsers, { factorUntil })} where ${knownBrowsers.userId} = ${userId}`);
}

/** Makes new recovery codes; the former ones end. Gives them, to be shown once. @throws Invalid, Throttled */
export async function renewRecoveryCodes(actor: Actor, proof: Proof): Promise<string[]> {
  const user = await demandProof(actor, proof);
  return inTransaction(async (tx) => {
    if (!(await hasSecondFactor(tx, user.id))) throw Invalid.field("", refusal("setUpApp"));
    await mailSecurity(tx, user, "codesMade", "");
    return issueRecoveryCodes(tx, user.id);
  });
}

/**
 * Takes all second factors of somebody away who has lost them, ends all of their sessions, and tells them. Needs
 * `user.edit`; those of a superuser only a superuser resets.
 * @returns how many there were
 * @throws Forbidden, NotFound
 */
export async function resetSecondFactors(actor: Actor, username: string): Promise<number> {
  demand(actor, "user.edit");
  const user = await findUser(username);
  if (user.isSuperuser && !actor.isSuperuser)
    throw new Forbidden(denied("missing-permission", refusal("factorSuperusers")));
  return inTransaction(async (tx) => {
    const { count } = await tx.prisma.secondFactor.deleteMany({ where: { userId: user.id } });
    await forgetFactors(tx, user.id);
    await tx.prisma.user.updateMany({ where: { id: user.id }, data: { sessionVersion: { increment: 1 } } });
    await dropSessions(tx, user.id);
    await mailSecurity(tx, user, "factorsReset", "");
    return count;
  });
}

import { randomBytes } from "node:crypto";
import { accounts, scimAccounts, users } from "@/lib/generated/tables";
import { assigned, named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql } from "@/lib/platform/database";
import { asText, sqlNow } from "@/lib/platform/expressions";
import { findProvider, type ProvenIdentity } from "@/lib/platform/sign-in-providers";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { denied } from "../access/denied";
import { Forbidden, Invalid, NotFound, Unauthenticated } from "../errors";
import { registrationIsOpen } from "../settings/registration";
import { mailConfirmations } from "./confirm-address";
import { mailSecurity } from "./internal/factor-mails";
import { demandProof, FRESH_MINUTES, type Proof } from "./prove-oneself";
import { refuseLastWay } from "./second-factors";
import { type Browser, isFresh } from "./sessions";
import { enter, openAccount, type PendingSignIn, type StartedSession, startSignedInSession } from "./sign-in";
import { insertUser, type UserRow, usernameProblem } from "./users";

/**
 * Accounts elsewhere that open one here. Provider and subject alone say whose it is: no e-mail address ever opens an
 * account, however well a provider says that it has checked it. Whoever has an account already signs in to it first,
 * and links the other one then; a directory service alone may say beforehand whose a subject is. So a provider that lies about addresses, or gives one to somebody else later, takes
 * over nothing.
 */

const [a, s, u] = [accounts.as("a"), scimAccounts.as("s"), users.as("u")];

const LINKED = pick(a, "id", "provider", "name", "createdAt", "lastUsedAt");

/** A linked account as its owner sees it. */
export type LinkedAccount = SelectedRow<typeof LINKED>;

/** What people call a provider, also when it is not configured any more. */
export const providerName = (id: string): string => findProvider(id)?.name ?? id;

/** The account of an identity, if there is one. */
async function accountFor({ provider, subject }: ProvenIdentity): Promise<{ id: number; userId: number } | undefined> {
  return db.one(sql`
    select ${pick(a, "id", "userId")} from ${a} where ${a.provider} = ${provider} and ${a.providerAccountId} = ${subject}`);
}

/**
 * Links an identity to the account that a directory service has made for it: of the same subject, and of nobody who may
 * do everything, as a directory has no say over those. True when it has.
 */
async function linkByDirectory(identity: ProvenIdentity): Promise<boolean> {
  if (!findProvider(identity.provider)?.hasDirectory) return false;
  const { provider, subject } = identity;
  // Those of SAML begin with the issuer, which a directory does not send.
  const externalId = provider === "saml" ? subject.slice(subject.indexOf(" ") + 1) : subject;
  const found = await db.one(sql`
    select ${pick(u, "id")} from ${s} join ${u} on ${u.id} = ${s.userId}
    where ${s.externalId} = ${externalId} and ${s.removedAt} is null and not ${u.isSuperuser} and not ${u.isBot}`);
  const user = found && (await openAccount(found.id));
  if (!user) return false;
  await inTransaction(async (tx) => {
    const values = { userId: user.id, provider, providerAccountId: subject, name: nameOf(identity) };
    const linked = await tx.run(sql`insert into ${accounts} ${row(accounts, values)} on conflict do nothing`);
    // Two sign-ins at one moment link it once, and tell of it once.
    if (linked > 0) await mailSecurity(tx, user, "accountLinked", `${providerName(provider)} (${nameOf(identity)})`);
  });
  return true;
}

/** Whose account an identity opens; undefined for nobody's. */
export async function ownerOf(identity: ProvenIdentity): Promise<number | undefined> {
  return (await accountFor(identity))?.userId;
}

/**
 * Signs in the owner of an identity; undefined when it opens no account yet.
 * @throws Forbidden when the account is closed
 */
export async function enterByProvider(
  identity: ProvenIdentity,
  browser: Browser,
): Promise<StartedSession | PendingSignIn | undefined> {
  let account = await accountFor(identity);
  if (!account && (await linkByDirectory(identity))) account = await accountFor(identity);
  if (!account) return undefined;
  const user = await openAccount(account.userId);
  if (!user) throw new Forbidden(denied("missing-permission", refusal("accountClosed")));
  const name = nameOf(identity);
  await db.run(sql`update ${a} set ${assigned(a, { lastUsedAt: sqlNow, name })} where ${a.id} = ${account.id}`);
  return findProvider(identity.provider)?.hasSecondFactor
    ? startSignedInSession(user, browser, true)
    : enter(user, browser);
}

/** What the account is called there, for people. */
export const nameOf = ({ username, email, fullName, subject }: ProvenIdentity): string =>
  (username || email || fullName || subject).slice(0, 150);

/** Whether an identity may become a new account. */
export async function mayJoin(provider: string): Promise<boolean> {
  return (findProvider(provider)?.makesAccounts ?? false) || (await registrationIsOpen());
}

/** A user name for a new account that nobody has: what the provider calls them, or like it. */
export async function freeUsername(identity: ProvenIdentity): Promise<string> {
  const clean = (text: string) =>
    text
      .normalize("NFKC")
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^[.-]+|-+$/g, "")
      .slice(0, 100);
  const base = clean(identity.username) || clean(identity.fullName.toLowerCase()) || "user";
  const numbers = Array.from({ length: 8 }, (_, index) => `${base}${index + 2}`);
  const wanted = [base, ...numbers, `${base}-${randomBytes(4).toString("hex")}`];
  const lower = wanted.map((name) => name.toLowerCase());
  const taken = await db.rows(sql`
    select ${named({ name: asText(sql`lower(${users.username})`) })} from ${users} where lower(${users.username}) = any(${lower}::text[])`);
  const names = new Set(taken.map((one) => one.name));
  return wanted.find((name) => !names.has(name.toLowerCase()) && usernameProblem(name) === undefined) ?? "";
}

/**
 * Makes an account for an identity and signs in to it. Its address is confirmed when the provider's word counts for
 * that (`AUTH_VERIFIED_EMAILS`), and by mail otherwise.
 * @throws Invalid; Forbidden where no accounts are made; NotFound when it has one by now
 */
export async function joinByProvider(
  identity: ProvenIdentity,
  given: { username: string; fullName: string; email: string },
  browser: Browser,
): Promise<StartedSession> {
  if (!(await mayJoin(identity.provider)))
    throw new Forbidden(denied("missing-permission", refusal("registrationIsClosed")));
  const email = given.email.trim();
  const emailConfirmed = identity.emailVerified && email.toLowerCase() === identity.email?.toLowerCase();
  const { provider, subject } = identity;
  let user: UserRow;
  try {
    user = await inTransaction(async (tx) => {
      const made = await insertUser(tx, { ...given, email, emailConfirmed });
      await tx.run(sql`
        insert into ${accounts} ${row(accounts, {
          userId: made.id,
          provider,
          providerAccountId: subject,
          name: nameOf(identity),
          lastUsedAt: sqlNow,
        })}`);
      await mailConfirmations(tx, made);
      return made;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if (await ownerOf(identity)) throw new NotFound(refusal("accountMadeAlready"));
    throw Invalid.field("username", refusal("usernameTaken"), "unique");
  }
  return startSignedInSession(user, browser, findProvider(provider)?.hasSecondFactor ?? false);
}

/** The actor's linked accounts. */
export async function listLinkedAccounts(actor: Actor): Promise<LinkedAccount[]> {
  return db.rows(sql`select ${LINKED} from ${a} where ${a.userId} = ${actor.userId} order by ${a.id}`);
}

/** Whether the actor has to prove once more who it is before something is linked. */
export async function linkingNeedsProof(actor: Actor, session: string): Promise<boolean> {
  return !(await isFresh(actor.userId, session, FRESH_MINUTES));
}

/**
 * Links an identity to the actor, who has signed in a moment ago or proves once more who it is.
 * @throws Invalid, Throttled, Unauthenticated
 */
export async function linkAccount(actor: Actor, identity: ProvenIdentity, proof: Proof): Promise<void> {
  const user =
    !actor.isAnonymous && !(await linkingNeedsProof(actor, proof.session))
      ? await openAccount(actor.userId)
      : await demandProof(actor, proof);
  if (!user || user.isBot) throw new Unauthenticated(refusal("signInLink"));
  const { provider, subject } = identity;
  const name = nameOf(identity);
  try {
    await inTransaction(async (tx) => {
      const values = { userId: user.id, provider, providerAccountId: subject, name, lastUsedAt: sqlNow };
      await tx.run(sql`insert into ${accounts} ${row(accounts, values)}`);
      await mailSecurity(tx, user, "accountLinked", `${providerName(provider)} (${name})`);
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    if ((await ownerOf(identity)) === user.id) return;
    throw Invalid.field("", refusal("accountLinkedAnother", { providerName: providerName(provider) }));
  }
}

/** Unlinks one of the actor's accounts; never the last way in. @throws Invalid, NotFound, Throttled */
export async function unlinkAccount(actor: Actor, id: number, proof: Proof): Promise<void> {
  const user = await demandProof(actor, proof);
  await inTransaction(async (tx) => {
    await tx.rows(sql`select ${pick(a, "id")} from ${a} where ${a.userId} = ${user.id} order by ${a.id} for update`);
    const [gone] = await tx.rows(sql`
      delete from ${a} where ${a.id} = ${id} and ${a.userId} = ${user.id} returning ${pick(a, "provider", "name")}`);
    if (!gone) throw new NotFound(refusal("accountNotLinked"));
    await refuseLastWay(tx, user);
    await mailSecurity(tx, user, "accountUnlinked", `${providerName(gone.provider)} (${gone.name})`);
  });
}

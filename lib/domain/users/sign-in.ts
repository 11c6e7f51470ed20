import { users } from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, sql } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { countedNetwork } from "@/lib/platform/network";
import { takeTurn } from "@/lib/platform/throttle-store";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { Throttled } from "../errors";
import { hasSecondFactor } from "./internal/factor-rows";
import { verifyPassword } from "./internal/password";
import { isRemembered, knownBrowser, markBrowser } from "./known-browsers";
import { type Browser, beginSession } from "./sessions";
import { COLUMNS, type UserRow } from "./users";

/** Signing in with a password, and how often somebody may try. */

/** Attempts from one network, whatever the accounts. */
const PER_NETWORK = "20/minute";
/** Attempts at one account from all browsers that it has never been signed in from. */
const PER_ACCOUNT = "30/hour";
/** Attempts at one account from one browser that it has been signed in from. */
const PER_KNOWN_BROWSER = "30/hour";
/** Mails to one account that somebody asks for, whoever it is. */
const MAILS_PER_ACCOUNT = "5/hour";
/** Wrong and right passwords given by somebody who is signed in. */
const PER_PERSON = "30/hour";

const ACCOUNT_COLUMNS = combined(
  COLUMNS,
  pick(users, "passwordHash"),
  named({
    /** Whether anybody may sign in to it. */
    open: asFlag(sql`
      ${users.isActive} and not ${users.isBot} and not ${users.isAnonymous} and (${users.dateExpires} is null or ${users.dateExpires} > now())`),
  }),
);

type Account = SelectedRow<typeof ACCOUNT_COLUMNS>;

/** What a browser gets that signed in. */
export interface StartedSession {
  user: UserRow;
  /** Id of the session. */
  session: string;
  /** The browser's new mark. */
  mark: string;
}

/** Somebody who has shown the first proof and is to show a second factor. */
export interface PendingSignIn {
  pending: { userId: number; sessionVersion: number };
}

/** Whether a second factor is still to be shown. */
export const isPending = (entered: StartedSession | PendingSignIn): entered is PendingSignIn => "pending" in entered;

async function count(name: string, who: string, rate: string): Promise<void> {
  const verdict = await takeTurn(name, who, rate);
  if (verdict && !verdict.allowed) throw new Throttled(tooMany(verdict.reset), verdict.reset);
}

function tooMany(seconds: number): Refusal {
  if (seconds < 120) return refusal("tooManyAttemptsSeconds", { count: seconds });
  return refusal("tooManyAttemptsMinutes", { count: Math.ceil(seconds / 60) });
}

/** Counts what a stranger does besides signing in: registering, setting up. @throws Throttled */
export async function throttleAnonymous(browser: Browser): Promise<void> {
  await count("stranger", countedNetwork(browser.address), PER_NETWORK);
}

/** Answers of identity providers that are checked for one network, whoever posts them. */
const ANSWERS_PER_NETWORK = "60/minute";

/** Counts what is posted in the name of an identity provider. @throws Throttled */
export async function throttleAnswers(browser: Browser): Promise<void> {
  await count("provider-answer", countedNetwork(browser.address), ANSWERS_PER_NETWORK);
}

/** Whether an account may be sent one more mail that somebody asks for; told to nobody. */
export async function mayMail(userId: number): Promise<boolean> {
  const verdict = await takeTurn("account-mail", String(userId), MAILS_PER_ACCOUNT);
  return verdict?.allowed ?? true;
}

/** All that a person may type who means one account is one counter; names that nobody bears have one each. */
async function countAttempt(account: Account | undefined, login: string, browser: Browser): Promise<void> {
  const known = account && (await knownBrowser(account.id, browser.mark));
  if (known !== undefined) return count("sign-in-known", String(known), PER_KNOWN_BROWSER);
  await count("sign-in", countedNetwork(browser.address), PER_NETWORK);
  const name = login.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
  await count("sign-in-account", account ? `id ${account.id}` : `name ${name}`, PER_ACCOUNT);
}

/** The account that a user name or else an e-mail address names. */
async function accountOf(login: string): Promise<Account | undefined> {
  return db.one(sql`
    select ${ACCOUNT_COLUMNS} from ${users}
    where lower(${users.username}) = lower(${login}) or lower(${users.email}) = lower(${login})
    order by lower(${users.username}) = lower(${login}) desc limit 1`);
}

/** Codes and passkeys that somebody may try, in a browser that the account is known from and in all others. */
const FACTORS = "10/hour";
const FACTORS_KNOWN_BROWSER = "30/hour";

/** Counts an attempt at a second factor. @throws Throttled */
export async function countFactor(userId: number, browser: Browser): Promise<void> {
  const known = await knownBrowser(userId, browser.mark);
  if (known !== undefined) return count("factor-known", String(known), FACTORS_KNOWN_BROWSER);
  await count("factor", String(userId), FACTORS);
}

/** Counts a password or a code that somebody gives who is signed in. @throws Throttled */
export async function countProof(userId: number): Promise<void> {
  await count("password", String(userId), PER_PERSON);
}

/**
 * Signs somebody in; undefined when name and password do not match. Wrong passwords, unknown names and closed accounts
 * take the same time.
 * @throws Throttled after too many attempts, even with the right password
 */
export async function signIn(
  given: string,
  password: string,
  browser: Browser,
): Promise<StartedSession | PendingSignIn | undefined> {
  const login = given.trim();
  const account = await accountOf(login);
  await countAttempt(account, login, browser);
  const matches = await verifyPassword(password, account?.open ? account.passwordHash : null);
  if (!account || !matches) return undefined;
  const { passwordHash: _, open: __, ...user } = account;
  return enter(user, browser);
}

/** Signs in whoever has shown the first proof, unless a second factor is to be asked for. */
export async function enter(user: UserRow, browser: Browser): Promise<StartedSession | PendingSignIn> {
  if (!(await hasSecondFactor(db, user.id))) return startSignedInSession(user, browser);
  if (await isRemembered(user.id, browser.mark)) return startSignedInSession(user, browser, true);
  return { pending: { userId: user.id, sessionVersion: user.sessionVersion } };
}

/**
 * Begins a session for somebody whose right to it is proven, and remembers the browser.
 * @param strong whether a second factor was given, or what counts as one
 */
export async function startSignedInSession(user: UserRow, browser: Browser, strong = false): Promise<StartedSession> {
  const session = await beginSession(user, browser, strong);
  await db.prisma.user.updateMany({ where: { id: user.id }, data: { lastLogin: new Date() } });
  return { user, session, mark: await markBrowser(user.id, browser.mark) };
}

/** The account of this id, if anybody may sign in to it. */
export async function openAccount(userId: number): Promise<UserRow | undefined> {
  const account = await db.one(sql`select ${ACCOUNT_COLUMNS} from ${users} where ${users.id} = ${userId}`);
  if (!account?.open) return undefined;
  const { passwordHash: _, open: __, ...user } = account;
  return user;
}

/** Whether somebody who is signed in knows the password, too. @throws Throttled */
export async function confirmPassword(userId: number, password: string): Promise<boolean> {
  await countProof(userId);
  const row = await db.prisma.user.findFirst({ where: { id: userId }, select: { passwordHash: true } });
  return verifyPassword(password, row?.passwordHash ?? null);
}

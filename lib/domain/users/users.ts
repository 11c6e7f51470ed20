import { users } from "@/lib/generated/tables";
import { named, pick, row } from "@/lib/platform/columns";
import { db, inTransaction, isDuplicate, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asFlag, present } from "@/lib/platform/expressions";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { joinAutomaticTeams } from "../access/seed";
import { type FieldError, Invalid, NotFound, worded } from "../errors";
import { hashPassword, passwordProblem } from "./internal/password";
import { dropSessions } from "./sessions";

/** Columns of a user row, over `users`. */
export const COLUMNS = pick(
  users,
  "id",
  "username",
  "fullName",
  "email",
  "emailConfirmed",
  "commitEmail",
  "commitEmailConfirmed",
  "isSuperuser",
  "isActive",
  "isBot",
  "dateJoined",
  "dateExpires",
  "lastLogin",
  "sessionVersion",
  "preferences",
);

export type UserRow = SelectedRow<typeof COLUMNS>;

export interface NewUser {
  username: string;
  fullName: string;
  email: string | null;
  password?: string;
  isSuperuser?: boolean;
  isActive?: boolean;
  isBot?: boolean;
  /** True when somebody who may vouches for the address; an open form does not. */
  emailConfirmed?: boolean;
}

/** What is wrong with a user name, or undefined. */
export function usernameProblem(username: string): Refusal | undefined {
  if (!/^[\p{L}\p{N}@.+_-]{1,150}$/u.test(username)) return refusal("usernameCharacters");
  if (username.startsWith(".")) return refusal("usernameFullStop");
  return undefined;
}

/** What is wrong with a profile, by wire field; empty when all is well. */
export function profileProblems(input: Pick<NewUser, "username" | "fullName" | "email" | "password">): FieldError[] {
  const errors: FieldError[] = [];
  const name = usernameProblem(input.username);
  if (name) errors.push({ path: "username", code: "invalid", ...worded(name) });
  if (!input.fullName.trim()) errors.push({ path: "fullName", code: "blank", ...worded(refusal("enterNameUsed")) });
  if (input.fullName.length > 150)
    errors.push({ path: "fullName", code: "max_length", ...worded(refusal("atMost150")) });
  // Both go into commit headers, where these would end the field.
  if (/[<>\n\r\0]/.test(input.fullName))
    errors.push({ path: "fullName", code: "invalid", ...worded(refusal("charactersNotAllowed")) });
  if (input.email !== null && !/^[^\s@<>,;]{1,64}@[^\s@<>,;]{1,125}$/.test(input.email))
    errors.push({ path: "email", code: "invalid", ...worded(refusal("notMailAddress")) });
  const weak = input.password === undefined ? undefined : passwordProblem(input.password, input.username);
  if (weak) errors.push({ path: "password", code: "invalid", ...worded(weak) });
  return errors;
}

/**
 * Makes a user inside the caller's transaction; no permission is asked.
 * @throws Invalid
 */
export async function insertUser(tx: Tx, input: NewUser): Promise<UserRow> {
  const errors = profileProblems(input);
  if (errors.length > 0) throw new Invalid(errors);
  const hash = input.password === undefined ? null : await hashPassword(input.password);
  const { username, email, isSuperuser, isActive, isBot } = input;
  const [name, address] = [sql`lower(${users.username})`, sql`lower(${users.email})`];
  const taken = await tx.one(sql`
    select ${named({ name: asFlag(sql`lower(${username}) in (${name}, coalesce(${address}, ''))`) })} from ${users}
    where ${name} in (lower(${username}), lower(${email})) or ${address} in (lower(${username}), lower(${email})) limit 1`);
  if (taken) throw duplicate(taken.name ? "username" : "email");
  const values = { username, email, isSuperuser, isActive, isBot };
  const emailConfirmed = email !== null && (input.emailConfirmed ?? false);
  const user = await tx.one(sql`
    insert into ${users} ${row(users, { ...values, fullName: input.fullName.trim(), passwordHash: hash, emailConfirmed })}
    returning ${COLUMNS}`);
  if (!user) throw new Error("The user was not stored.");
  if (!user.isBot) {
    await joinAutomaticTeams(tx, user.id, user.emailConfirmed ? user.email : null);
    await tx.prisma.subscription.createMany({
      data: FIRST_SUBSCRIPTIONS.map(([notification, scope]) => ({
        userId: user.id,
        notification,
        scope,
        frequency: 1,
      })),
      skipDuplicates: true,
    });
  }
  return user;
}

/** What a new user is told of, all instant; the contract 12.10. The spelling is the wire's. */
const FIRST_SUBSCRIPTIONS: readonly (readonly [string, number])[] = [
  ["MentionCommentNotificaton", 0],
  ["LastAuthorCommentNotificaton", 10],
  ["MentionCommentNotificaton", 10],
  ["NewAnnouncementNotificaton", 10],
  ["MergeFailureNotification", 20],
  ["ParseErrorNotification", 20],
  ["NewTranslationNotificaton", 20],
  ["NewAlertNotificaton", 20],
  ["NewAnnouncementNotificaton", 20],
];

/** The error for a user name or an address that somebody else has. */
export function duplicate(field: "username" | "email"): Invalid {
  return Invalid.field(field, field === "username" ? refusal("usernameTaken") : refusal("mailAddressUse"), "unique");
}

/** Makes a user. Needs `user.edit`. */
export async function createUser(actor: Actor, input: NewUser): Promise<UserRow> {
  demand(actor, "user.edit");
  try {
    return await inTransaction((tx) => insertUser(tx, input));
  } catch (error) {
    if (isDuplicate(error)) throw duplicate("username");
    throw error;
  }
}

/** A user by name, ignoring case. @throws NotFound */
export async function findUser(username: string): Promise<UserRow> {
  // Not Prisma's insensitive mode: it is ILIKE, where "_" in a name would stand for any character.
  const user = await db.one(
    sql`select ${COLUMNS} from ${users} where lower(${users.username}) = lower(${username}) and not ${users.isAnonymous}`,
  );
  if (!user) throw new NotFound(refusal("noUser", { user: username }));
  return user;
}

/** A user by id, or undefined. */
export function userById(id: number): Promise<UserRow | undefined> {
  return db.one(sql`select ${COLUMNS} from ${users} where ${users.id} = ${id}`);
}

/**
 * Sets a password and ends all sessions of the user.
 * @param mark of the browser that asks; others are not known any more
 * @throws Invalid
 */
export async function setPassword(userId: number, username: string, password: string, mark?: string): Promise<void> {
  const hash = await hashNewPassword(username, password);
  await inTransaction((tx) => storePassword(tx, userId, hash, mark));
}

/** The hash of a password that somebody chooses. @throws Invalid for a weak one */
export async function hashNewPassword(username: string, password: string): Promise<string> {
  const weak = passwordProblem(password, username);
  if (weak) throw Invalid.field("password", weak);
  return hashPassword(password);
}

/** Stores the hash of a new password and ends all sessions of the user. */
export async function storePassword(tx: Tx, userId: number, hash: string, mark?: string): Promise<void> {
  await tx.prisma.user.updateMany({
    where: { id: userId },
    data: { passwordHash: hash, sessionVersion: { increment: 1 } },
  });
  await dropSessions(tx, userId, mark);
}

/** Whether anybody administers this installation yet. */
export async function hasAdministrator(): Promise<boolean> {
  const found = await db.one(sql`
    select ${present} from ${users} where ${users.isSuperuser} and ${users.isActive} limit 1`);
  return found !== undefined;
}

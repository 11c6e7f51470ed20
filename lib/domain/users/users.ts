import { db, inTransaction, isDuplicate, prisma, sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { joinAutomaticTeams } from "../access/seed";
import { type FieldError, Invalid, NotFound } from "../errors";
import { hashPassword, passwordProblem } from "./password";
import { dropSessions } from "./sessions";

export interface UserRow {
  id: number;
  username: string;
  fullName: string;
  email: string | null;
  /** Whether the address is known to be the user's. */
  emailConfirmed: boolean;
  commitEmail: string | null;
  commitEmailConfirmed: boolean;
  isSuperuser: boolean;
  isActive: boolean;
  isBot: boolean;
  dateJoined: Date;
  dateExpires: Date | null;
  lastLogin: Date | null;
  sessionVersion: number;
  preferences: Record<string, unknown>;
}

/** Columns of a user row, over `users`. */
export const COLUMNS = sql`id, username, full_name, email, email_confirmed, commit_email, commit_email_confirmed, is_superuser, is_active, is_bot, date_joined, date_expires, last_login, session_version, preferences`;

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
export function usernameProblem(username: string): string | undefined {
  if (!/^[\p{L}\p{N}@.+_-]{1,150}$/u.test(username))
    return "Use letters, digits and @ . + - _ only, at most 150 characters.";
  if (username.startsWith(".")) return "The name may not begin with a full stop.";
  return undefined;
}

/** What is wrong with a profile, by wire field; empty when all is well. */
export function profileProblems(input: Pick<NewUser, "username" | "fullName" | "email" | "password">): FieldError[] {
  const errors: FieldError[] = [];
  const name = usernameProblem(input.username);
  if (name) errors.push({ path: "username", code: "invalid", message: name });
  if (!input.fullName.trim())
    errors.push({ path: "full_name", code: "blank", message: "Give a name; commits carry it." });
  if (input.fullName.length > 150)
    errors.push({ path: "full_name", code: "max_length", message: "At most 150 characters." });
  // Both go into commit headers, where these would end the field.
  if (/[<>\n\r\0]/.test(input.fullName))
    errors.push({ path: "full_name", code: "invalid", message: "The characters < and > are not allowed." });
  if (input.email !== null && !/^[^\s@<>,;]{1,64}@[^\s@<>,;]{1,125}$/.test(input.email))
    errors.push({ path: "email", code: "invalid", message: "This is not an e-mail address." });
  const weak = input.password === undefined ? undefined : passwordProblem(input.password, input.username);
  if (weak) errors.push({ path: "password", code: "invalid", message: weak });
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
  const taken = await tx.one<{ username: boolean }>(sql`
    select lower(username) = lower(${input.username}) or lower(email) = lower(${input.username}) as username from users
    where lower(username) in (lower(${input.username}), lower(${input.email})) or lower(email) in (lower(${input.username}), lower(${input.email})) limit 1`);
  if (taken) throw duplicate(taken.username ? "username" : "email");
  const row = await tx.one<UserRow>(sql`
    insert into users (username, full_name, email, password_hash, is_superuser, is_active, is_bot, email_confirmed)
    values (${input.username}, ${input.fullName.trim()}, ${input.email}, ${hash}, ${input.isSuperuser ?? false}, ${input.isActive ?? true}, ${input.isBot ?? false}, ${input.email !== null && (input.emailConfirmed ?? false)})
    returning ${COLUMNS}`);
  if (!row) throw new Error("The user was not stored.");
  if (!row.isBot) {
    await joinAutomaticTeams(tx, row.id, row.emailConfirmed ? row.email : null);
    await tx.run(sql`
      insert into subscriptions (user_id, notification, scope, frequency) select ${row.id}, n, s, 1
      from unnest(${FIRST_SUBSCRIPTIONS.map(([name]) => name)}::text[], ${FIRST_SUBSCRIPTIONS.map(([, scope]) => scope)}::int[]) as t(n, s)
      on conflict do nothing`);
  }
  return row;
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
  return Invalid.field(
    field,
    field === "username" ? "This user name is taken." : "This e-mail address is in use.",
    "unique",
  );
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

const SELECTION = {
  id: true,
  username: true,
  fullName: true,
  email: true,
  emailConfirmed: true,
  commitEmail: true,
  commitEmailConfirmed: true,
  isSuperuser: true,
  isActive: true,
  isBot: true,
  dateJoined: true,
  dateExpires: true,
  lastLogin: true,
  sessionVersion: true,
  preferences: true,
} as const;

/** A user by name, ignoring case. @throws NotFound */
export async function findUser(username: string): Promise<UserRow> {
  // Not Prisma's insensitive mode: it is ILIKE, where "_" in a name would stand for any character.
  const row = await db.one<UserRow>(
    sql`select ${COLUMNS} from users where lower(username) = lower(${username}) and not is_anonymous`,
  );
  if (!row) throw new NotFound(`There is no user ${username}.`);
  return row;
}

/** A user by id, or undefined. */
export async function userById(id: number): Promise<UserRow | undefined> {
  const row = await prisma().user.findUnique({ where: { id }, select: SELECTION });
  return row ? { ...row, preferences: row.preferences as UserRow["preferences"] } : undefined;
}

/**
 * Sets a password and ends all sessions of the user.
 * @param mark of the browser that asks; others are not known any more
 * @throws Invalid
 */
export async function setPassword(userId: number, username: string, password: string, mark?: string): Promise<void> {
  const weak = passwordProblem(password, username);
  if (weak) throw Invalid.field("password", weak);
  const hash = await hashPassword(password);
  await inTransaction(async (tx) => {
    await tx.run(
      sql`update users set password_hash = ${hash}, session_version = session_version + 1 where id = ${userId}`,
    );
    await dropSessions(tx, userId, mark);
  });
}

/** Whether anybody administers this installation yet. */
export async function hasAdministrator(): Promise<boolean> {
  return (await db.one(sql`select 1 from users where is_superuser and is_active limit 1`)) !== undefined;
}

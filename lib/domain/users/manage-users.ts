import { db, inTransaction, isDuplicate, joinSql, rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { forgetTokens } from "../access/remembered-tokens";
import { type FieldError, Forbidden, Invalid, NotFound } from "../errors";
import { findAnyTeam, joinTeam, leaveTeam } from "../teams/teams";
import type { Window } from "../window";
import { type Addresses, confirmAddresses, confirmEmail } from "./emails";
import { dropSessions } from "./sessions";
import { insertUser, profileProblems } from "./users";

/** People as those see them who manage them, and as everybody else does. */

export interface PersonRow {
  id: number;
  username: string;
  fullName: string;
  email: string | null;
  isSuperuser: boolean;
  isActive: boolean;
  isBot: boolean;
  dateJoined: Date;
  dateExpires: Date | null;
  lastLogin: Date | null;
  teams: number[];
  /** Codes. */
  languages: string[];
}

/** A person, and whether the actor sees all of it. */
export interface SeenPerson {
  person: PersonRow;
  full: boolean;
}

export interface PersonInput {
  username: string;
  fullName: string;
  email: string | null;
  isSuperuser: boolean;
  isActive: boolean;
  isBot: boolean;
  dateExpires: Date | null;
}

export interface PersonFilter {
  username?: string;
  id?: number;
  isActive?: boolean;
  email?: string;
}

const COLUMNS = sql`
  u.id, u.username, u.full_name, u.email, u.is_superuser, u.is_active, u.is_bot, u.date_joined, u.date_expires, u.last_login,
  array(select m.team_id from team_members m where m.user_id = u.id order by 1) as teams,
  array(select l.code from user_languages x join languages l on l.id = x.language_id where x.user_id = u.id and not x.secondary order by l.id) as languages`;

const seesAll = (actor: Actor): boolean => can(actor, "user.edit") || can(actor, "user.view");

function conditions(actor: Actor, filter: PersonFilter): Sql[] {
  const parts = [rawSql("not u.is_anonymous")];
  const all = seesAll(actor);
  const { username } = filter;
  if (username !== undefined) {
    if (!all && username.length < 2) parts.push(rawSql("false"));
    parts.push(sql`u.username ilike ${`${username.replace(/[\\%_]/g, "\\$&")}%`}`);
  } else if (!all) parts.push(sql`u.id = ${actor.userId}`);
  if (filter.id !== undefined) parts.push(sql`u.id = ${filter.id}`);
  if (filter.isActive !== undefined) parts.push(sql`u.is_active = ${filter.isActive}`);
  if (filter.email !== undefined && all) parts.push(sql`lower(u.email) = lower(${filter.email})`);
  return parts;
}

/** People the actor may know of, by id. Without the right to see all it is oneself, and others by the beginning of their name. */
export async function listPersons(
  actor: Actor,
  filter: PersonFilter,
  window: Window,
): Promise<{ rows: SeenPerson[]; count: number }> {
  if (actor.isAnonymous) return { rows: [], count: 0 };
  const where = joinSql(conditions(actor, filter), " and ");
  const [rows, counted] = await Promise.all([
    db.rows<PersonRow>(
      sql`select ${COLUMNS} from users u where ${where} order by u.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from users u where ${where}`),
  ]);
  return { rows: rows.map((person) => seen(actor, person)), count: counted?.count ?? 0 };
}

function seen(actor: Actor, person: PersonRow): SeenPerson {
  return { person, full: seesAll(actor) || person.id === actor.userId };
}

/** A person by name. Nobody is told of anybody without signing in. @throws NotFound */
export async function findPerson(actor: Actor, username: string): Promise<SeenPerson> {
  const row = actor.isAnonymous
    ? undefined
    : await db.one<PersonRow>(
        sql`select ${COLUMNS} from users u where lower(u.username) = lower(${username}) and not u.is_anonymous`,
      );
  if (!row) throw new NotFound(`There is no user ${username}, or you may not see it.`);
  return seen(actor, row);
}

/** A person whose affairs the actor may manage: itself, or anybody with `user.edit`. @throws NotFound, Forbidden */
export async function findOwnPerson(actor: Actor, username: string): Promise<PersonRow> {
  const { person } = await findPerson(actor, username);
  if (person.id !== actor.userId || actor.tokenProjectId !== undefined) demand(actor, "user.edit");
  return person;
}

/** Only superusers make superusers, and only they touch one: a manager of users could else become everything. */
function refuseRise(actor: Actor, person: PersonRow | undefined, isSuperuser: boolean | undefined): void {
  if (actor.isSuperuser) return;
  if (person?.isSuperuser || isSuperuser)
    throw new Forbidden({ reason: "missing-permission", text: "Only superusers may make or change superusers." });
}

/** Makes a user. Needs `user.edit`. @throws Invalid */
export async function createPerson(
  actor: Actor,
  input: Pick<PersonInput, "username" | "fullName"> & Partial<PersonInput>,
): Promise<SeenPerson> {
  demand(actor, "user.edit");
  refuseRise(actor, undefined, input.isSuperuser);
  if (!input.email && !input.isBot) throw Invalid.field("email", "This field is required.", "required");
  try {
    await inTransaction(async (tx) => {
      const made = await insertUser(tx, { ...input, email: input.email || null, emailConfirmed: true });
      if (input.dateExpires)
        await tx.run(sql`update users set date_expires = ${input.dateExpires} where id = ${made.id}`);
    });
  } catch (error) {
    throw explainDuplicate(error);
  }
  return findPerson(actor, input.username);
}

function explainDuplicate(error: unknown): unknown {
  if (!isDuplicate(error)) return error;
  return String((error as { constraint?: string }).constraint).includes("email")
    ? Invalid.field("email", "This e-mail address is in use.", "unique")
    : Invalid.field("username", "This user name is taken.", "unique");
}

/** Names of the fields outside, and of their columns. */
const WIRE: Record<keyof PersonInput, string> = {
  username: "username",
  fullName: "full_name",
  email: "email",
  isSuperuser: "is_superuser",
  isActive: "is_active",
  isBot: "is_bot",
  dateExpires: "date_expires",
};

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);

/** Fields that would really change. */
function changedFields(person: PersonRow, input: Partial<PersonInput>): (keyof PersonInput)[] {
  return (Object.keys(WIRE) as (keyof PersonInput)[]).filter(
    (key) => input[key] !== undefined && plain(input[key]) !== plain(person[key]),
  );
}

/** What somebody without `user.edit` may change of the own account: the name. The address is the verified one already. */
function refuseForOneself(changed: readonly (keyof PersonInput)[]): void {
  if (changed.includes("email"))
    throw Invalid.field("email", "Only an address that you have verified can be set. Change it on your profile page.");
  const other = changed.find((key) => key !== "fullName");
  if (other)
    throw new Forbidden({
      reason: "missing-permission",
      permission: "user.edit",
      text: `You may change your own name only; ${WIRE[other]} takes the permission user.edit.`,
    });
}

/**
 * Changes a user: anybody with `user.edit`, oneself in part. Who has that right vouches for an address by writing it.
 * @param whole true when all fields are given: then an address that stays is nobody's word
 * @throws Invalid, Forbidden, NotFound
 */
export async function updatePerson(
  actor: Actor,
  username: string,
  input: Partial<PersonInput>,
  whole = false,
): Promise<SeenPerson> {
  const person = await findOwnPerson(actor, username);
  const changed = changedFields(person, input);
  if (!can(actor, "user.edit")) refuseForOneself(changed);
  else if (changed.length > 0 || input.email) refuseRise(actor, person, input.isSuperuser);
  const confirms = can(actor, "user.edit") && Boolean(input.email) && !(whole && !changed.includes("email"));
  const next: PersonInput = { ...person, ...Object.fromEntries(changed.map((key) => [key, input[key]])) };
  const errors = profileProblems(next).filter((error: FieldError) => changed.some((key) => WIRE[key] === error.path));
  if (errors.length > 0) throw new Invalid(errors);
  try {
    await inTransaction(async (tx) => {
      if (!next.isActive || !next.isSuperuser) await refuseLastAdministrator(tx, person);
      // What is not asked for stays as somebody else may be changing it: else a change of the own name would undo a deactivation.
      const columns = changed.map(
        (key) => sql`${rawSql(WIRE[key])} = ${key === "fullName" ? next.fullName.trim() : next[key]}`,
      );
      if (changed.includes("email")) columns.push(rawSql("email_confirmed = false"));
      if (person.isActive && !next.isActive) columns.push(rawSql("session_version = session_version + 1"));
      if (columns.length > 0) await tx.run(sql`update users set ${joinSql(columns)} where id = ${person.id}`);
      if (!next.isActive) await dropSessions(tx, person.id);
      if (confirms && !next.isBot) await confirmEmail(tx, person.id);
    });
  } catch (error) {
    throw explainDuplicate(error);
  }
  forgetTokens();
  return findPerson(actor, next.username);
}

/** Confirms both addresses of a user as the actor has seen them. Needs `user.edit`. @throws Forbidden, NotFound, Conflict */
export async function confirmPerson(actor: Actor, username: string, seen: Addresses): Promise<void> {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  refuseRise(actor, person, undefined);
  await confirmAddresses(person.id, seen);
}

/** Everything of a user that is no contribution. */
const PRIVATE_TABLES = [
  "team_members",
  "api_tokens",
  "accounts",
  "subscriptions",
  "memory_entries",
  "watches",
  "user_languages",
  "user_blocks",
  "drafts",
  "sessions",
  "known_browsers",
] as const;

/** Removes a user: what the person was goes, contributions stay under the name "Deleted User". Needs `user.edit`. */
export async function removePerson(actor: Actor, username: string): Promise<void> {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  refuseRise(actor, person, undefined);
  await inTransaction(async (tx) => {
    await refuseLastAdministrator(tx, person);
    const name = `deleted-${person.id}`;
    await tx.run(sql`
      update users set username = ${name}, full_name = 'Deleted User', email = ${`${name}@users.noreply.loquat`}, email_confirmed = false, commit_email = null, commit_email_confirmed = false, password_hash = null,
        is_superuser = false, is_active = false, date_expires = null, last_login = null, session_version = session_version + 1, preferences = '{}'
      where id = ${person.id}`);
    for (const table of PRIVATE_TABLES) await tx.run(sql`delete from ${rawSql(table)} where user_id = ${person.id}`);
    if (person.email) await tx.run(sql`delete from invitations where lower(email) = lower(${person.email})`);
  });
  forgetTokens();
}

async function refuseLastAdministrator(tx: Tx, person: PersonRow): Promise<void> {
  if (!person.isSuperuser || !person.isActive) return;
  // Two superusers who remove each other at one moment wait here for each other.
  const others = await tx.rows<{ id: number }>(
    sql`select id from users where is_superuser and is_active order by id for update`,
  );
  if (others.every((other) => other.id === person.id))
    throw Invalid.field("", "This is the last superuser. Make another one first.");
}

/** Puts a user into a team, or takes it out. Needs `user.edit`. @throws Invalid on `group_id` */
export async function changeMembership(
  actor: Actor,
  username: string,
  teamId: number,
  member: boolean,
): Promise<SeenPerson> {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  const team = await findAnyTeam(teamId);
  await inTransaction((tx) => (member ? joinTeam(tx, actor, team, person) : leaveTeam(tx, actor, team, person)));
  forgetTokens();
  return findPerson(actor, person.username);
}

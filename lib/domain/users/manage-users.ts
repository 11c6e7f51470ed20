import {
  accessRequests,
  accountLinks,
  accounts,
  announcementDismissals,
  apiTokens,
  drafts,
  invitations,
  knownBrowsers,
  languageRequests,
  languages,
  mails,
  memoryEntries,
  notices,
  pseudonyms,
  recoveryCodes,
  savedSearches,
  scimAccounts,
  secondFactors,
  sessions,
  subscriptions,
  teamMembers,
  userBlocks,
  userLanguages,
  users,
  watches,
} from "@/lib/generated/tables";
import { assigned, combined, named, pick } from "@/lib/platform/columns";
import {
  db,
  inTransaction,
  isDuplicate,
  joinSql,
  rawSql,
  type SelectedRow,
  type Sql,
  sql,
  type Tx,
} from "@/lib/platform/database";
import { asNumbers, asTexts, counted } from "@/lib/platform/expressions";
import { escapeLike } from "@/lib/text/like";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { denied } from "../access/denied";
import { forgetTokens } from "../access/remembered-tokens";
import { type FieldError, Forbidden, Invalid, NotFound } from "../errors";
import { refuseStale } from "../stale";
import { keepingAdministrator } from "../teams/last-administrator";
import { findAnyTeam, joinTeam, leaveTeam } from "../teams/teams";
import type { Window } from "../window";
import { type Addresses, confirmAddresses, confirmEmail } from "./emails";
import { dropSessions } from "./sessions";
import { insertUser, profileProblems } from "./users";

/** People as those see them who manage them, and as everybody else does. */

const [u, m] = [users.as("u"), teamMembers.as("m")];
const [ul, l] = [userLanguages.as("ul"), languages.as("l")];

const COLUMNS = combined(
  pick(u, "id", "username", "fullName", "email", "isSuperuser", "isActive", "isBot"),
  pick(u, "dateJoined", "dateExpires", "lastLogin"),
  named({
    teams: asNumbers(sql`array(select ${m.teamId} from ${m} where ${m.userId} = ${u.id} order by 1)`),
    /** Codes. */
    languages: asTexts(sql`
      array(select ${l.code} from ${ul} join ${l} on ${l.id} = ${ul.languageId}
        where ${ul.userId} = ${u.id} and not ${ul.secondary} order by ${l.id})`),
  }),
);

export type PersonRow = SelectedRow<typeof COLUMNS>;

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
  /** What else is asked of them, over u: for those who may know of everybody. */
  asked?: Sql;
}

const seesAll = (actor: Actor): boolean => can(actor, "user.edit") || can(actor, "user.view");

/** People the actor may know of, by id. Without the right to see all it is oneself, and others by the beginning of their name. */
export async function listPersons(
  actor: Actor,
  filter: PersonFilter,
  window: Window,
): Promise<{ rows: SeenPerson[]; count: number }> {
  if (filter.asked && !seesAll(actor)) demand(actor, "user.view");
  if (actor.isAnonymous) return { rows: [], count: 0 };
  const where = joinSql(conditions(actor, filter), " and ");
  const [rows, all] = await Promise.all([
    db.rows(
      sql`select ${COLUMNS} from ${u} where ${where} order by ${u.id} limit ${window.limit} offset ${window.offset}`,
    ),
    db.one(sql`select ${counted} from ${u} where ${where}`),
  ]);
  return { rows: rows.map((person) => seen(actor, person)), count: all?.count ?? 0 };
}

function conditions(actor: Actor, filter: PersonFilter): Sql[] {
  const parts = [sql`not ${u.isAnonymous}`];
  const all = seesAll(actor);
  const { username } = filter;
  if (username !== undefined) {
    if (!all && username.length < 2) parts.push(rawSql("false"));
    parts.push(sql`${u.username} ilike ${`${escapeLike(username)}%`}`);
  } else if (!all) parts.push(sql`${u.id} = ${actor.userId}`);
  if (filter.id !== undefined) parts.push(sql`${u.id} = ${filter.id}`);
  if (filter.isActive !== undefined) parts.push(sql`${u.isActive} = ${filter.isActive}`);
  if (filter.asked) parts.push(filter.asked);
  if (filter.email !== undefined && all) parts.push(sql`lower(${u.email}) = lower(${filter.email})`);
  return parts;
}

function seen(actor: Actor, person: PersonRow): SeenPerson {
  return { person, full: seesAll(actor) || person.id === actor.userId };
}

/** A person by name. Nobody is told of anybody without signing in. @throws NotFound */
export async function findPerson(actor: Actor, username: string): Promise<SeenPerson> {
  const row = actor.isAnonymous
    ? undefined
    : await db.one(
        sql`select ${COLUMNS} from ${u} where lower(${u.username}) = lower(${username}) and not ${u.isAnonymous}`,
      );
  if (!row) throw new NotFound(refusal("userUnseen", { username }));
  return seen(actor, row);
}

/** A person whose affairs the actor may manage: itself, or anybody with `user.edit`. @throws NotFound, Forbidden */
export async function findOwnPerson(actor: Actor, username: string): Promise<PersonRow> {
  const { person } = await findPerson(actor, username);
  if (person.id !== actor.userId || actor.tokenProjectId !== undefined) demand(actor, "user.edit");
  return person;
}

/** Only superusers make superusers, and only they touch one: a manager of users could else become everything. @throws Forbidden */
export function refuseRise(actor: Actor, person: PersonRow | undefined, isSuperuser: boolean | undefined): void {
  if (actor.isSuperuser) return;
  if (person?.isSuperuser || isSuperuser)
    throw new Forbidden(denied("missing-permission", refusal("changeSuperusers")));
}

/** Makes a user. Needs `user.edit`. @throws Invalid */
export async function createPerson(
  actor: Actor,
  input: Pick<PersonInput, "username" | "fullName"> & Partial<PersonInput>,
): Promise<SeenPerson> {
  demand(actor, "user.edit");
  refuseRise(actor, undefined, input.isSuperuser);
  if (!input.email && !input.isBot) throw Invalid.field("email", refusal("fieldRequired"), "required");
  try {
    await inTransaction(async (tx) => {
      const made = await insertUser(tx, { ...input, email: input.email || null, emailConfirmed: true });
      if (input.dateExpires)
        await tx.prisma.user.updateMany({ where: { id: made.id }, data: { dateExpires: input.dateExpires } });
    });
  } catch (error) {
    throw explainDuplicate(error);
  }
  return findPerson(actor, input.username);
}

function explainDuplicate(error: unknown): unknown {
  if (!isDuplicate(error)) return error;
  return String((error as { constraint?: string }).constraint).includes("email")
    ? Invalid.field("email", refusal("mailAddressUse"), "unique")
    : Invalid.field("username", refusal("usernameTaken"), "unique");
}

const FIELDS = [
  "username",
  "fullName",
  "email",
  "isSuperuser",
  "isActive",
  "isBot",
  "dateExpires",
] as const satisfies (keyof PersonInput)[];

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);

/** Fields that would really change. */
function changedFields(person: PersonRow, input: Partial<PersonInput>): (keyof PersonInput)[] {
  return FIELDS.filter((key) => input[key] !== undefined && plain(input[key]) !== plain(person[key]));
}

/** What somebody without `user.edit` may change of the own account: the name. The address is the verified one already. */
function refuseForOneself(changed: readonly (keyof PersonInput)[]): void {
  if (changed.includes("email")) throw Invalid.field("email", refusal("onlySetVerified"));
  if (changed.some((key) => key !== "fullName"))
    throw new Forbidden(denied("missing-permission", refusal("ownNameOnly"), "user.edit"));
}

/**
 * Changes a user: anybody with `user.edit`, oneself in part. Who has that right vouches for an address by writing it.
 * @param options `whole`: all fields are given, so that an address that stays is nobody's word; `seen`: what the fields said
 *   when they were shown, so that nothing is changed over what somebody else has changed since
 * @throws Invalid, Forbidden, NotFound
 */
export async function updatePerson(
  actor: Actor,
  username: string,
  input: Partial<PersonInput>,
  { whole = false, seen }: { whole?: boolean; seen?: Partial<PersonInput> } = {},
): Promise<SeenPerson> {
  const person = await findOwnPerson(actor, username);
  const changed = changedFields(person, input);
  if (!can(actor, "user.edit")) refuseForOneself(changed);
  else if (changed.length > 0 || input.email) refuseRise(actor, person, input.isSuperuser);
  const confirms = can(actor, "user.edit") && Boolean(input.email) && !(whole && !changed.includes("email"));
  const next: PersonInput = { ...person, ...Object.fromEntries(changed.map((key) => [key, input[key]])) };
  const errors = profileProblems(next).filter((error: FieldError) => changed.some((key) => key === error.path));
  if (errors.length > 0) throw new Invalid(errors);
  try {
    await inTransaction(async (tx) => {
      if (seen) {
        const now = await tx.one(sql`select ${pick(u, ...FIELDS)} from ${u} where ${u.id} = ${person.id} for update`);
        if (!now) throw new NotFound(refusal("userRemovedMeanwhile"));
        refuseStale(FIELDS, { seen, now, next });
      }
      if (!next.isActive || !next.isSuperuser) await refuseLastAdministrator(tx, person);
      // What is not asked for stays as somebody else may be changing it: else a change of the own name would undo a deactivation.
      const values = {
        ...Object.fromEntries(changed.map((key) => [key, key === "fullName" ? next.fullName.trim() : next[key]])),
        emailConfirmed: changed.includes("email") ? false : undefined,
        sessionVersion: person.isActive && !next.isActive ? sql`${u.sessionVersion} + 1` : undefined,
      };
      if (changed.length > 0) await tx.run(sql`update ${u} set ${assigned(u, values)} where ${u.id} = ${person.id}`);
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
  teamMembers,
  apiTokens,
  accounts,
  accountLinks,
  scimAccounts,
  secondFactors,
  recoveryCodes,
  announcementDismissals,
  savedSearches,
  mails,
  notices,
  subscriptions,
  memoryEntries,
  watches,
  userLanguages,
  userBlocks,
  accessRequests,
  languageRequests,
  drafts,
  pseudonyms,
  sessions,
  knownBrowsers,
] as const;

/** Removes a user: what the person was goes, contributions stay under the name "Deleted User". Needs `user.edit`. */
export async function removePerson(actor: Actor, username: string): Promise<void> {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  refuseRise(actor, person, undefined);
  await eraseUser(person);
}

/** What a person removes of itself: the same, once the right to it is proven. */
export async function eraseUser(person: Pick<PersonRow, "id" | "email" | "isSuperuser" | "isActive">): Promise<void> {
  await inTransaction(async (tx) => {
    await refuseLastAdministrator(tx, person);
    await erasePerson(tx, person);
  });
  forgetTokens();
}

/** What the person was goes; the row stays, for contributions under the name "Deleted User". */
export async function erasePerson(tx: Tx, person: Pick<PersonRow, "id" | "email">): Promise<void> {
  const name = `deleted-${person.id}`;
  await tx.prisma.user.updateMany({
    where: { id: person.id },
    data: {
      username: name,
      fullName: "Deleted User",
      email: `${name}@users.noreply.loquat`,
      emailConfirmed: false,
      commitEmail: null,
      commitEmailConfirmed: false,
      passwordHash: null,
      isSuperuser: false,
      isActive: false,
      dateExpires: null,
      lastLogin: null,
      sessionVersion: { increment: 1 },
      preferences: {},
    },
  });
  for (const table of PRIVATE_TABLES) await tx.run(sql`delete from ${table} where ${table.userId} = ${person.id}`);
  if (person.email)
    await tx.run(sql`delete from ${invitations} where lower(${invitations.email}) = lower(${person.email})`);
}

/** Locks the superusers. @throws Invalid when there would be none left without this one */
export async function refuseLastAdministrator(
  tx: Tx,
  person: Pick<PersonRow, "id" | "isSuperuser" | "isActive">,
): Promise<void> {
  if (!person.isSuperuser || !person.isActive) return;
  // Two superusers who remove each other at one moment wait here for each other.
  const others = await tx.rows(
    sql`select ${pick(u, "id")} from ${u} where ${u.isSuperuser} and ${u.isActive} order by ${u.id} for update`,
  );
  if (others.every((other) => other.id === person.id)) throw Invalid.field("", refusal("lastSuperuserCreate"));
}

/** Puts a user into a team, or takes it out. Needs `user.edit`. @throws Invalid on `group_id`, on `last` */
export async function changeMembership(
  actor: Actor,
  username: string,
  teamId: number,
  member: boolean,
): Promise<SeenPerson> {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  const team = await findAnyTeam(teamId);
  await inTransaction((tx) =>
    member
      ? joinTeam(tx, actor, team, [person])
      : keepingAdministrator(tx, team.definingProjectId, actor.isSuperuser, () => leaveTeam(tx, actor, team, [person])),
  );
  forgetTokens();
  return findPerson(actor, person.username);
}

import { apiTokens, scimAccounts, teamMembers, teams, users } from "@/lib/generated/tables";
import { assigned, combined, named, names, outer, pick, row } from "@/lib/platform/columns";
import {
  db,
  inTransaction,
  isDuplicate,
  joinSql,
  type SelectedRow,
  type Sql,
  sql,
  type Tx,
} from "@/lib/platform/database";
import { asText, counted, jsonList, sqlNow } from "@/lib/platform/expressions";
import { forgetTokens } from "../access/remembered-tokens";
import { Forbidden, Invalid, NotFound } from "../errors";
import { confirmEmail } from "../users/emails";
import { dropSessions } from "../users/sessions";
import { endTokens } from "../users/tokens";
import { duplicate, insertUser, profileProblems } from "../users/users";
import { pageSql, type Window } from "../window";
import type { Directory } from "./keys";

/** People as a directory service keeps them: it makes accounts, changes names and addresses, and closes accounts. */

const [u, s] = [users.as("u"), outer(scimAccounts.as("s"))];
const [m, t] = [teamMembers.as("m"), teams.as("t")];

const PERSON = combined(
  pick(u, "id", "username", "fullName", "email", "isActive", "isSuperuser", "dateJoined"),
  named({
    externalId: s.externalId,
    givenName: asText(sql`coalesce(${s.givenName}, '')`),
    familyName: asText(sql`coalesce(${s.familyName}, '')`),
    changedAt: s.changedAt,
    /** Teams that a directory may know of, by id. */
    teams: jsonList(
      { id: t.id, name: t.name },
      t.id,
      sql`from ${m} join ${t} on ${t.id} = ${m.teamId} where ${m.userId} = ${u.id} and ${t.definingProjectId} is null and not ${t.builtin}`,
    ),
  }),
);

export type ScimPerson = SelectedRow<typeof PERSON>;

const FROM = sql`from ${u} left join ${s} on ${s.userId} = ${u.id}`;

/** People who are there: no bots, nobody who was removed here, and nobody whom a directory has deleted. */
const PRESENT = sql`
  not ${u.isAnonymous} and not ${u.isBot} and ${s.removedAt} is null
  and coalesce(${u.email}, '') <> 'deleted-' || ${u.id} || '@users.noreply.loquat'`;

/** What a directory looks for; all of it must hold. */
export interface ScimPersonFilter {
  id?: number;
  username?: string;
  externalId?: string;
  email?: string;
  active?: boolean;
}

function conditions(filter: ScimPersonFilter): Sql {
  const parts = [PRESENT];
  if (filter.id !== undefined) parts.push(sql`${u.id} = ${filter.id}`);
  if (filter.username !== undefined) parts.push(sql`lower(${u.username}) = lower(${filter.username})`);
  if (filter.externalId !== undefined) parts.push(sql`${s.externalId} = ${filter.externalId}`);
  if (filter.email !== undefined) parts.push(sql`lower(${u.email}) = lower(${filter.email})`);
  if (filter.active !== undefined) parts.push(sql`${u.isActive} = ${filter.active}`);
  return joinSql(parts, " and ");
}

/** People by id. */
export async function listScimPeople(
  _: Directory,
  filter: ScimPersonFilter,
  window: Window,
): Promise<{ rows: ScimPerson[]; count: number }> {
  const where = conditions(filter);
  const [rows, all] = await Promise.all([
    window.limit === 0 ? [] : db.rows(sql`select ${PERSON} ${FROM} where ${where} order by ${u.id} ${pageSql(window)}`),
    db.one(sql`select ${counted} ${FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** @throws NotFound */
export async function findScimPerson(_: Directory, id: number): Promise<ScimPerson> {
  const found = await db.one(sql`select ${PERSON} ${FROM} where ${u.id} = ${id} and ${PRESENT}`);
  if (!found) throw new NotFound(`There is no user ${id}.`);
  return found;
}

/** What a directory says of somebody. */
export interface ScimPersonInput {
  username: string;
  fullName: string;
  email: string;
  active: boolean;
  externalId: string | null;
  givenName: string;
  familyName: string;
}

function explained(error: unknown): unknown {
  if (!isDuplicate(error)) return error;
  const constraint = String((error as { constraint?: string }).constraint);
  if (constraint.includes("external"))
    return Invalid.field("externalId", "Another user has this externalId.", "unique");
  return duplicate(constraint.includes("email") ? "email" : "username");
}

/**
 * Makes an account. Somebody whom the directory had deleted, with the same name and externalId, gets the old one back.
 * @throws Invalid
 */
export async function addScimPerson(directory: Directory, input: ScimPersonInput): Promise<ScimPerson> {
  const { username, externalId } = input;
  const gone = await db.one(sql`
    select ${pick(u, "id")}, ${named({ same: s.externalId })} ${FROM}
    where lower(${u.username}) = lower(${username}) and ${s.removedAt} is not null`);
  if (gone && externalId !== null && gone.same === externalId) {
    await db.prisma.scimAccount.updateMany({ where: { userId: gone.id }, data: { removedAt: null } });
    return changeScimPerson(directory, gone.id, input);
  }
  try {
    const id = await inTransaction(async (tx) => {
      const { fullName, email, active } = input;
      const made = await insertUser(tx, { username, fullName, email, isActive: active, emailConfirmed: true });
      await keep(tx, made.id, input);
      return made.id;
    });
    return await findScimPerson(directory, id);
  } catch (error) {
    throw explained(error);
  }
}

async function keep(tx: Tx, userId: number, { externalId, givenName, familyName }: ScimPersonInput): Promise<void> {
  const [given, family] = [givenName.slice(0, 150), familyName.slice(0, 150)];
  const values = { externalId, givenName: given, familyName: family };
  await tx.run(sql`
    insert into ${scimAccounts} ${row(scimAccounts, { userId, ...values })}
    on conflict (${names(scimAccounts, "userId")}) do update set ${assigned(scimAccounts, { ...values, changedAt: sqlNow })}`);
}

/**
 * Changes somebody to what a directory says. Who becomes inactive is signed out everywhere, and the API tokens end; the
 * work stays. Superusers are changed by superusers alone.
 * @throws Invalid, NotFound, Forbidden
 */
export async function changeScimPerson(directory: Directory, id: number, input: ScimPersonInput): Promise<ScimPerson> {
  const before = await findScimPerson(directory, id);
  const { username, fullName, email, active } = input;
  const same =
    before.username === username &&
    before.fullName === fullName.trim() &&
    before.email === email &&
    before.isActive === active;
  if (!same && before.isSuperuser) throw refusedSuperuser(before);
  const problems = profileProblems({ username, fullName, email });
  if (!same && problems.length > 0) throw new Invalid(problems);
  try {
    await inTransaction(async (tx) => {
      if (!same) await write(tx, before, input);
      await keep(tx, id, input);
    });
  } catch (error) {
    throw explained(error);
  }
  forgetTokens();
  return findScimPerson(directory, id);
}

async function write(
  tx: Tx,
  before: ScimPerson,
  { username, fullName, email, active }: ScimPersonInput,
): Promise<void> {
  const moved = email !== before.email;
  const values = {
    username,
    fullName: fullName.trim(),
    email,
    emailConfirmed: moved ? false : undefined,
    isActive: active,
    sessionVersion: before.isActive && !active ? sql`${u.sessionVersion} + 1` : undefined,
  };
  // Somebody may have become a superuser in between.
  const written = await tx.run(sql`
    update ${u} set ${assigned(u, values)} where ${u.id} = ${before.id} and not ${u.isSuperuser}`);
  if (written === 0) throw refusedSuperuser(before);
  if (moved) await confirmEmail(tx, before.id);
  if (!active) await shut(tx, before.id);
}

/** Ends what somebody has who may not sign in any more. */
async function shut(tx: Tx, id: number): Promise<void> {
  await dropSessions(tx, id);
  await endTokens(tx, sql`${apiTokens.userId} = ${id}`);
}

const refusedSuperuser = ({ username }: ScimPerson): Forbidden =>
  new Forbidden({
    reason: "missing-permission",
    text: `${username} is a superuser here, and is changed by superusers alone. Take that right away first.`,
  });

/** Closes an account that a directory deletes; the directory is told of it no more. @throws NotFound, Forbidden */
export async function removeScimPerson(directory: Directory, id: number): Promise<void> {
  const person = await findScimPerson(directory, id);
  await inTransaction(async (tx) => {
    const values = { isActive: false, sessionVersion: sql`${u.sessionVersion} + 1` };
    const closed = await tx.run(sql`
      update ${u} set ${assigned(u, values)} where ${u.id} = ${id} and not ${u.isSuperuser}`);
    if (closed === 0) throw refusedSuperuser(person);
    await shut(tx, id);
    await tx.run(sql`
      insert into ${scimAccounts} ${row(scimAccounts, { userId: id, removedAt: sqlNow })}
      on conflict (${names(scimAccounts, "userId")}) do update set ${assigned(scimAccounts, { removedAt: sqlNow })}`);
  });
  forgetTokens();
}

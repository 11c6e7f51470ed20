import { scimAccounts, scimGroups, teamMembers, teams, users } from "@/lib/generated/tables";
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
import { counted, jsonList } from "@/lib/platform/expressions";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { SERVICE } from "../access/actor";
import { forgetTokens } from "../access/remembered-tokens";
import { addMembers } from "../access/seed";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { Invalid, NotFound } from "../errors";
import { holdTeam, recordTeam } from "../teams/record-team";
import { pageSql, type Window } from "../window";
import type { Directory } from "./keys";

/**
 * Teams as a directory service keeps them: those of the whole installation that are not built in. Who is in one is the
 * directory's say; what it may is given to it here.
 */

const [t, s, m, u] = [teams.as("t"), outer(scimGroups.as("s")), teamMembers.as("m"), users.as("u")];
const a = outer(scimAccounts.as("a"));

const BARE = combined(pick(t, "id", "name"), named({ externalId: s.externalId }));
const MEMBERS = named({
  members: jsonList(
    { id: u.id, username: u.username },
    u.id,
    sql`from ${m} join ${u} on ${u.id} = ${m.userId} where ${m.teamId} = ${t.id} and not ${u.isBot}`,
  ),
});

type Bare = SelectedRow<typeof BARE>;
export type ScimGroup = Bare & { members?: { id: number; username: string }[] };

const FROM = sql`from ${t} left join ${s} on ${s.teamId} = ${t.id}`;
const KNOWN = sql`${t.definingProjectId} is null and not ${t.builtin}`;

/** What a directory looks for; all of it must hold. */
export interface ScimGroupFilter {
  id?: number;
  name?: string;
  externalId?: string;
  member?: number;
}

function conditions(filter: ScimGroupFilter): Sql {
  const parts = [KNOWN];
  if (filter.id !== undefined) parts.push(sql`${t.id} = ${filter.id}`);
  if (filter.name !== undefined) parts.push(sql`lower(${t.name}) = lower(${filter.name})`);
  if (filter.externalId !== undefined) parts.push(sql`${s.externalId} = ${filter.externalId}`);
  if (filter.member !== undefined)
    parts.push(sql`${t.id} in (select ${m.teamId} from ${m} where ${m.userId} = ${filter.member})`);
  return joinSql(parts, " and ");
}

/** Teams by id. @param members whether to tell who is in them */
export async function listScimGroups(
  _: Directory,
  filter: ScimGroupFilter,
  { window, members }: { window: Window; members: boolean },
): Promise<{ rows: ScimGroup[]; count: number }> {
  const where = conditions(filter);
  const tail = sql`${FROM} where ${where} order by ${t.id} ${pageSql(window)}`;
  const [rows, all] = await Promise.all([
    window.limit === 0
      ? []
      : members
        ? db.rows(sql`select ${BARE}, ${MEMBERS} ${tail}`)
        : db.rows(sql`select ${BARE} ${tail}`),
    db.one(sql`select ${counted} ${FROM} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** @throws NotFound */
export async function findScimGroup(
  _: Directory,
  id: number,
): Promise<ScimGroup & { members: { id: number; username: string }[] }> {
  const found = await db.one(sql`select ${BARE}, ${MEMBERS} ${FROM} where ${t.id} = ${id} and ${KNOWN}`);
  if (!found) throw new NotFound(`There is no group ${id}.`);
  return found;
}

export interface ScimGroupInput {
  name: string;
  externalId: string | null;
  /** Ids of all members. */
  members: readonly number[];
}

/** What becomes of a team; undefined for what stays. */
export interface ScimGroupChange {
  name?: string;
  externalId?: string | null;
  add: readonly number[];
  /** "all" for everybody who is not added. */
  remove: readonly number[] | "all";
}

function explained(error: unknown): unknown {
  return isDuplicate(error) ? Invalid.field("externalId", "Another group has this externalId.", "unique") : error;
}

async function refuseName(tx: Tx, name: string, id: number): Promise<void> {
  if (!name.trim()) throw Invalid.field("displayName", "Enter a name.", "blank");
  if (name.length > 150) throw Invalid.field("displayName", "Use at most 150 characters.", "max_length");
  // Two requests for one name at one moment wait here for each other.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${`scim-group ${name.toLowerCase()}`}))`);
  const taken = await tx.one(sql`
    select ${pick(t, "id")} from ${t} where ${KNOWN} and lower(${t.name}) = lower(${name}) and ${t.id} <> ${id} limit 1`);
  if (taken) throw Invalid.field("displayName", "There is a group of this name.", "unique");
}

/** Makes a team that grants nothing until somebody gives it roles and projects. @throws Invalid */
export async function addScimGroup(directory: Directory, input: ScimGroupInput): Promise<ScimGroup> {
  try {
    const id = await inTransaction(async (tx) => {
      await refuseName(tx, input.name, 0);
      const made = await tx.prisma.team.create({
        data: {
          name: input.name.trim(),
          projectSelection: PROJECT_SELECTION.LISTED,
          languageSelection: LANGUAGE_SELECTION.ALL,
          ...(input.externalId === null ? {} : { scimGroup: { create: { externalId: input.externalId } } }),
        },
        select: { id: true, name: true },
      });
      await recordTeam(tx, SERVICE, made.id, undefined);
      await staff(tx, made, { add: input.members, remove: [] });
      return made.id;
    });
    forgetTokens();
    return await findScimGroup(directory, id);
  } catch (error) {
    throw explained(error);
  }
}

/** Changes a team and who is in it. @throws Invalid, NotFound */
export async function changeScimGroup(_: Directory, id: number, change: ScimGroupChange): Promise<void> {
  try {
    await inTransaction(async (tx) => {
      const team = await tx.one(
        sql`select ${pick(t, "id", "name")} from ${t} where ${t.id} = ${id} and ${KNOWN} for update`,
      );
      if (!team) throw new NotFound(`There is no group ${id}.`);
      const { name, externalId } = change;
      if (name !== undefined && name !== team.name) {
        await refuseName(tx, name, id);
        const before = await holdTeam(tx, id);
        await tx.run(sql`update ${t} set ${assigned(t, { name: name.trim() })} where ${t.id} = ${id}`);
        await recordTeam(tx, SERVICE, id, before);
      }
      if (externalId !== undefined)
        await tx.run(sql`
          insert into ${scimGroups} ${row(scimGroups, { teamId: id, externalId })}
          on conflict (${names(scimGroups, "teamId")}) do update set ${assigned(scimGroups, { externalId })}`);
      await staff(tx, team, change);
    });
  } catch (error) {
    throw explained(error);
  }
  forgetTokens();
}

type Staffing = Pick<ScimGroupChange, "add" | "remove">;

/** Puts people into a team and takes them out; bots stay, as no directory knows of them. @throws Invalid for who is nobody */
async function staff(tx: Tx, team: { id: number; name: string }, { add, remove }: Staffing): Promise<void> {
  const wanted = [...new Set(add)];
  const people = await tx.rows(sql`
    select ${pick(u, "id", "username")},
      ${named({ member: jsonList({ id: m.userId }, m.userId, sql`from ${m} where ${m.userId} = ${u.id} and ${m.teamId} = ${team.id}`) })}
    from ${u} left join ${a} on ${a.userId} = ${u.id}
    where ${u.id} = any(${wanted}::int[]) and not ${u.isAnonymous} and not ${u.isBot} and ${a.removedAt} is null`);
  const known = new Set(people.map(({ id }) => id));
  const strange = wanted.find((id) => !known.has(id));
  if (strange !== undefined) throw Invalid.field("members", `There is no user ${strange}.`, "does_not_exist");
  const leaving = remove === "all" ? sql`${u.id} <> all(${wanted}::int[])` : sql`${u.id} = any(${[...remove]}::int[])`;
  const gone = await tx.rows(sql`
    delete from ${m} using ${u}
    where ${m.teamId} = ${team.id} and ${u.id} = ${m.userId} and not ${u.isBot} and ${leaving} returning ${pick(u, "username")}`);
  const joining = people.filter((person) => person.member.length === 0);
  await addMembers(
    tx,
    team.id,
    joining.map(({ id }) => id),
  );
  const line =
    (action: number) =>
    ({ username }: { username: string }) => ({
      action,
      projectId: null,
      details: { username, group: team.name },
    });
  await record(tx, SERVICE, [...gone.map(line(ACTION.USER_REMOVED)), ...joining.map(line(ACTION.USER_ADDED))]);
}

/** Removes a team, with what it granted. @throws NotFound */
export async function removeScimGroup(_: Directory, id: number): Promise<void> {
  await inTransaction(async (tx) => {
    const before = await holdTeam(tx, id);
    const removed = await tx.run(sql`delete from ${t} where ${t.id} = ${id} and ${KNOWN}`);
    if (removed === 0) throw new NotFound(`There is no group ${id}.`);
    await recordTeam(tx, SERVICE, id, before);
  });
  forgetTokens();
}

import {
  apiTokens,
  changes,
  comments,
  drafts,
  savedSearches,
  screenshots,
  suggestions,
  teamMembers,
  teams,
  users,
} from "@/lib/generated/tables";
import { named, pick } from "@/lib/platform/columns";
import { db, inTransaction, joinSql, rawSql, sql, type Tx } from "@/lib/platform/database";
import { asNumber, asTexts } from "@/lib/platform/expressions";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { denied } from "../access/denied";
import { forgetTokens } from "../access/remembered-tokens";
import { reassignChanges } from "../changes/reassign";
import { Forbidden, Invalid } from "../errors";
import { DROPPED, MOVED, SHARED } from "./internal/belongings";
import { erasePerson, findPerson, type PersonRow, refuseLastAdministrator } from "./manage-users";

/** Two accounts of one person become one. */

const [u, m, t, ch] = [users.as("u"), teamMembers.as("m"), teams.as("t"), changes.as("ch")];

/** Lines of the history are counted up to here: more need no exact number. */
export const MOST_COUNTED = 100_000;

const BELONGINGS = named({
  changes: asNumber(sql`
    (select count(*) from (
      select 1 from ${ch} where ${ch.userId} = ${u.id} or ${ch.authorId} = ${u.id} limit ${rawSql(String(MOST_COUNTED))}) ch)`),
  suggestions: asNumber(sql`(select count(*) from ${suggestions} where ${suggestions.userId} = ${u.id})`),
  comments: asNumber(sql`(select count(*) from ${comments} where ${comments.userId} = ${u.id})`),
  screenshots: asNumber(sql`(select count(*) from ${screenshots} where ${screenshots.userId} = ${u.id})`),
  drafts: asNumber(sql`(select count(*) from ${drafts} where ${drafts.userId} = ${u.id})`),
  savedSearches: asNumber(sql`(select count(*) from ${savedSearches} where ${savedSearches.userId} = ${u.id})`),
  tokens: asNumber(sql`
    (select count(*) from ${apiTokens} where ${apiTokens.userId} = ${u.id} and ${apiTokens.revokedAt} is null)`),
  /** Names. */
  teams: asTexts(sql`
    array(select ${t.name} from ${m} join ${t} on ${t.id} = ${m.teamId} where ${m.userId} = ${u.id} order by ${t.name}, ${t.id})`),
});

/** How much hangs on an account. Needs `user.edit`. @throws NotFound */
export async function belongingsOf(actor: Actor, username: string) {
  const { person } = await findPerson(actor, username);
  demand(actor, "user.edit");
  const row = await db.one(sql`select ${BELONGINGS} from ${u} where ${u.id} = ${person.id}`);
  if (!row) throw new Error("The user has gone.");
  return row;
}

export type Belongings = Awaited<ReturnType<typeof belongingsOf>>;

/**
 * The accounts of a merge, as far as they may be merged. Only superusers merge: the other account gets all teams of the first.
 * @throws Forbidden; NotFound; Invalid on `into`
 */
export async function findMerge(
  actor: Actor,
  fromName: string,
  intoName: string,
): Promise<{ from: PersonRow; into: PersonRow }> {
  demand(actor, "user.edit");
  if (!actor.isSuperuser || actor.tokenProjectId !== undefined)
    throw new Forbidden(denied("missing-permission", refusal("mergeSuperusers")));
  const { person: from } = await findPerson(actor, fromName);
  const { person: into } = await findPerson(actor, intoName).catch(() => {
    throw Invalid.field("into", refusal("noUser", { user: intoName }), "does_not_exist");
  });
  const refuse = (why: Refusal) => Invalid.field("into", why);
  if (from.id === into.id) throw refuse(refusal("mergeItself"));
  if (from.id === actor.userId) throw refuse(refusal("mergeOwn"));
  if (from.isBot !== into.isBot) throw refuse(refusal("mergeBotPerson"));
  if (!into.isActive) throw refuse(refusal("mergeInactive"));
  return { from, into };
}

/**
 * Gives all that one account has done and has to another one and removes the first: lines of the history, teams, suggestions,
 * comments and what the person has set up. Tokens and sessions of the first end; that it was superuser does not go over.
 * @throws Forbidden; NotFound; Invalid
 */
export async function mergePeople(actor: Actor, fromName: string, intoName: string): Promise<{ changes: number }> {
  const { from, into } = await findMerge(actor, fromName, intoName);
  const lines = await inTransaction(async (tx) => {
    const both = await tx.rows(sql`
      select ${pick(u, "id", "isActive", "username")} from ${u} where ${u.id} in (${from.id}, ${into.id}) order by ${u.id} for update`);
    if (!both.every(({ id, username }) => username === (id === from.id ? from.username : into.username)))
      throw Invalid.field("into", refusal("accountsChangedMeanwhile"), "conflict");
    await refuseLastAdministrator(tx, from);
    const moved = await reassignChanges(tx, from.id, into.id);
    await moveBelongings(tx, from.id, into.id);
    await erasePerson(tx, from);
    return moved;
  });
  forgetTokens();
  return { changes: lines };
}

async function moveBelongings(tx: Tx, from: number, into: number): Promise<void> {
  const former = teamMembers.as("former");
  await tx.run(sql`
    update ${m} set is_admin = true from ${former}
    where ${m.userId} = ${into} and ${former.teamId} = ${m.teamId} and ${former.userId} = ${from} and ${former.isAdmin}`);
  for (const column of DROPPED) await tx.run(sql`delete from ${rawSql(column.owner)} where ${column} = ${from}`);
  for (const { user, of } of SHARED) {
    const same = joinSql(
      of.map((key) => sql`other.${key.bare} is not distinct from ${key}`),
      " and ",
    );
    await tx.run(sql`
      delete from ${rawSql(user.owner)} where ${user} = ${from}
        and exists (select from ${rawSql(user.owner)} other where other.${user.bare} = ${into} and ${same})`);
    await tx.run(sql`update ${rawSql(user.owner)} set ${user.bare} = ${into} where ${user} = ${from}`);
  }
  for (const column of MOVED)
    await tx.run(sql`update ${rawSql(column.owner)} set ${column.bare} = ${into} where ${column} = ${from}`);
  await tx.run(sql`
    update ${comments} set mentions = array_replace(${comments.mentions}, ${from}::int, ${into}::int)
    where ${comments.mentions} @> array[${from}::int]`);
}

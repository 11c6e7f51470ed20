import { projects, users } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { type Connection, sql, type Tx } from "@/lib/platform/database";
import { refusal } from "@/lib/text/messages/refusal";
import { hasTeamWith, IS_A_READER, IS_NOT_BLOCKED } from "../access/people-who-see";
import { Invalid } from "../errors";

/** A project keeps somebody who may manage its members, unless that is meant otherwise. */

const [u, p] = [users.as("u"), projects.as("p")];

/** The first people whose teams let them manage the members of the project. Superusers may without a team. */
async function firstAdministrators(on: Connection, projectId: number, count: number): Promise<{ id: number }[]> {
  return on.rows(sql`
    select ${pick(u, "id")} from ${u} join ${p} on ${p.id} = ${projectId}
    where ${IS_A_READER} and ${IS_NOT_BLOCKED} and ${hasTeamWith("project.permissions")} limit ${count}`);
}

/**
 * Does some work, unless it would leave the project without anybody who manages its members.
 * @param projectId null for what no single project is concerned by
 * @param evenLast somebody means it
 * @throws Invalid on `last`; nothing is kept of the work then
 */
export async function keepingAdministrator<T>(
  tx: Tx,
  projectId: number | null,
  evenLast: boolean,
  work: () => Promise<T>,
): Promise<T> {
  if (projectId === null || evenLast) return work();
  // Two who leave at one moment wait here for each other.
  await tx.run(sql`select pg_advisory_xact_lock(hashtext('administrators'), ${projectId}::int)`);
  const [before] = await firstAdministrators(tx, projectId, 1);
  const done = await work();
  if (before && (await firstAdministrators(tx, projectId, 1)).length === 0)
    throw Invalid.field("last", refusal("nobodyWouldManage"));
  return done;
}

/** Whether nobody but this user may manage the members of the project by a team. */
export async function isLastAdministrator(on: Connection, projectId: number, userId: number): Promise<boolean> {
  const found = await firstAdministrators(on, projectId, 2);
  return found.length === 1 && found[0]?.id === userId;
}

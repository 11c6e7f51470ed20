import { projectContributors, projects, users } from "@/lib/generated/tables";
import { combined, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { likePattern } from "@/lib/text/like";
import type { Actor } from "../access/actor";
import { can, visibleProjects } from "../access/demand";

/** People as everybody may know of them: names, never addresses. */

const [u, pc, p] = [users.as("u"), projectContributors.as("pc"), projects.as("p")];

const COLUMNS = combined(pick(u, "id", "username", "fullName", "dateJoined"));

export type ListedPerson = SelectedRow<typeof COLUMNS>;

/** From so many characters on, somebody who is signed in can look up others; fewer would list everybody. */
export const LOOK_UP = 2;

export interface DirectoryQuery {
  /** Part of a user name or a name. */
  words: string;
  /** The cursor of the page before; anything else begins at the start. */
  after?: string;
  limit: number;
}

/** Nobody's accounts and those of programs are no people. */
const PEOPLE = sql`${u.isActive} and not ${u.isAnonymous} and not ${u.isBot}`;

/** Whom the actor may be shown: oneself, and who has contributed to a project that the actor may see. */
function known(actor: Actor): Sql {
  return sql`(${u.id} = ${actor.userId} or exists (
    select from ${pc} join ${p} on ${p.id} = ${pc.projectId} where ${pc.userId} = ${u.id} and ${visibleProjects(actor)}))`;
}

/**
 * Active people by user name. Without words those who have contributed to projects that the actor may see; with some, people
 * who are signed in find everybody, as the contract 3.2 has it. Who may see all users is shown all.
 */
export async function listDirectory(
  actor: Actor,
  { words, after, limit }: DirectoryQuery,
): Promise<{ rows: ListedPerson[]; next: string | undefined }> {
  const text = words.trim().slice(0, 100).replaceAll("\0", "");
  const everybody =
    can(actor, "user.view") || can(actor, "user.edit") || (!actor.isAnonymous && [...text].length >= LOOK_UP);
  const where = [PEOPLE];
  if (!everybody) where.push(known(actor));
  if (text !== "") {
    const like = likePattern(text);
    where.push(sql`(${u.username} ilike ${like} or ${u.fullName} ilike ${like})`);
  }
  if (after !== undefined && after.length <= 200 && !after.includes("\0"))
    where.push(sql`lower(${u.username}) > lower(${after})`);
  const found = await db.rows(sql`
    select ${COLUMNS} from ${u} where ${joinSql(where, " and ")} order by lower(${u.username}) limit ${limit + 1}`);
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)?.username : undefined };
}

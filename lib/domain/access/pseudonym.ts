import { pseudonyms } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { asText, orNull } from "@/lib/platform/expressions";
import type { Actor } from "./actor";

/**
 * Who is named to whom. Whoever is signed in sees user names; whoever is not, and whatever leaves Loquat, sees the pseudonym
 * that somebody has chosen for a project, and nothing that leads from it to the account.
 */

const ps = pseudonyms.as("ps");

/** The pseudonym of a user in a project, or null. Both are values in SQL. */
export const pseudonymOf = (userId: Sql, projectId: Sql) =>
  orNull(asText(sql`(select ${ps.name} from ${ps} where ${ps.userId} = ${userId} and ${ps.projectId} = ${projectId})`));

/** That an actor may know whose work in a project a user's is: always, unless it goes by a pseudonym and the actor is a stranger. */
export const knowsWhose = (actor: Actor, userId: Sql, projectId: Sql): Sql =>
  actor.isAnonymous
    ? sql`not exists (select from ${ps} where ${ps.userId} = ${userId} and ${ps.projectId} = ${projectId})`
    : sql`true`;

/** A name as an actor may read it: strangers read the pseudonym of the user in the project, where there is one. */
export const nameFor = (actor: Actor, name: Sql, userId: Sql, projectId: Sql): Sql =>
  actor.isAnonymous ? sql`coalesce(${pseudonymOf(userId, projectId)}, ${name})` : name;

interface Named {
  userId: number | null;
  username: string | null;
  pseudonym: string | null;
}

/** A row as an actor may read it. */
export const withoutAccount = <Row extends Named>(actor: Actor, row: Row): Row =>
  actor.isAnonymous && row.pseudonym !== null ? { ...row, userId: null, username: null } : row;

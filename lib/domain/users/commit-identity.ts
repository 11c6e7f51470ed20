import { pseudonyms, users } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";

/**
 * Name and address that stand in commits and files for a user. An address is used only when it is known to be the
 * user's; otherwise one of this installation stands there, which reaches nobody.
 */

const [a, ps] = [users.as("a"), pseudonyms.as("ps")];

/** Name over the alias `a` of `users`; without a user it is Loquat's own. */
export const COMMIT_NAME = sql`coalesce(nullif(${a.fullName}, ''), ${a.username}, 'Loquat')`;

const noReplyHost = (): string => `users.noreply.${new URL(environment().baseUrl).hostname.replace(/[[\]:]/g, "")}`;

/** The address that stands for a user without saying where to reach the person; no two users have the same. */
export function noReplyAddress(user: { id: number; username: string }): string {
  const plain = user.username.replace(/[^A-Za-z0-9._-]/g, "-");
  return `${plain}${plain === user.username ? "" : `+${user.id}`}@${noReplyHost()}`;
}

/** The confirmed address for commits, or null, over the alias `a`. */
const CONFIRMED = sql`case when ${a.commitEmail} is not null then case when ${a.commitEmailConfirmed} then ${a.commitEmail} end
  when ${a.emailConfirmed} then ${a.email} end`;

/** The pseudonym that the user `a` has in a project. */
const pseudonymIn = (projectId: Sql): Sql =>
  sql`from ${ps} where ${ps.userId} = ${a.id} and ${ps.projectId} = ${projectId}`;

/** Name over the alias `a` in what leaves a project: commits, files, reports. @param projectId a value in SQL */
export const commitNameIn = (projectId: Sql): Sql =>
  sql`coalesce((select ${ps.name} ${pseudonymIn(projectId)}), ${COMMIT_NAME})`;

/** The address that belongs to that name: the confirmed one where it is wanted, else one that says nothing of whose it is. */
export const commitEmailIn = (projectId: Sql): Sql => sql`coalesce(
  (select coalesce(case when ${ps.ownAddress} then ${CONFIRMED} end, ${ps.handle} || ${`@${noReplyHost()}`}::text) ${pseudonymIn(projectId)}),
  ${commitEmail()})`;

/** Address over the alias `a` of `users`; the same rule as `commitIdentity`. */
export function commitEmail(): Sql {
  const plain = sql`regexp_replace(${a.username}, '[^A-Za-z0-9._-]', '-', 'g')`;
  const noReply = sql`${plain} || case when ${plain} = ${a.username} then '' else '+' || ${a.id} end || ${`@${noReplyHost()}`}::text`;
  return sql`coalesce(${CONFIRMED}, ${noReply}, 'noreply@loquat')`;
}

/** Name and address that commits of a user carry. */
export function commitIdentity(user: {
  id: number;
  username: string;
  fullName: string;
  email: string | null;
  emailConfirmed: boolean;
  commitEmail: string | null;
  commitEmailConfirmed: boolean;
}): { name: string; email: string } {
  const [wanted, confirmed] =
    user.commitEmail === null ? [user.email, user.emailConfirmed] : [user.commitEmail, user.commitEmailConfirmed];
  return { name: user.fullName || user.username, email: (confirmed ? wanted : null) ?? noReplyAddress(user) };
}

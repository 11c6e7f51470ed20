import { users } from "@/lib/generated/tables";
import { type Sql, sql } from "@/lib/platform/database";
import { environment } from "@/lib/platform/environment";

/**
 * Name and address that stand in commits and files for a user. An address is used only when it is known to be the
 * user's; otherwise one of this installation stands there, which reaches nobody.
 */

const a = users.as("a");

/** Name over the alias `a` of `users`; without a user it is Loquat's own. */
export const COMMIT_NAME = sql`coalesce(nullif(${a.fullName}, ''), ${a.username}, 'Loquat')`;

const noReplyHost = (): string => `users.noreply.${new URL(environment().baseUrl).hostname.replace(/[[\]:]/g, "")}`;

/** The address that stands for a user without saying where to reach the person; no two users have the same. */
export function noReplyAddress(user: { id: number; username: string }): string {
  const plain = user.username.replace(/[^A-Za-z0-9._-]/g, "-");
  return `${plain}${plain === user.username ? "" : `+${user.id}`}@${noReplyHost()}`;
}

/** Address over the alias `a` of `users`; the same rule as `commitIdentity`. */
export function commitEmail(): Sql {
  const plain = sql`regexp_replace(${a.username}, '[^A-Za-z0-9._-]', '-', 'g')`;
  const noReply = sql`${plain} || case when ${plain} = ${a.username} then '' else '+' || ${a.id} end || ${`@${noReplyHost()}`}::text`;
  return sql`coalesce(
    case when ${a.commitEmail} is not null then case when ${a.commitEmailConfirmed} then ${a.commitEmail} end
      when ${a.emailConfirmed} then ${a.email} end,
    ${noReply}, 'noreply@loquat')`;
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

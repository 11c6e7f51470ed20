import { randomBytes } from "node:crypto";
import { invitations, projects, teams, users } from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { type Connection, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag } from "@/lib/platform/expressions";
import { hashKey } from "../../users/tokens";

/** Rows of invitations, and their codes: random, stored as fingerprints, good once. */

export const DAYS = 7;

export const i = invitations.as("i");
const [t, p, by] = [outer(teams.as("t")), outer(projects.as("p")), outer(users.as("by"))];

const COLUMNS = combined(
  pick(i, "id", "email", "byMail", "teamId", "invitedBy", "superuser", "sentAt", "expiresAt", "usedAt"),
  named({
    expired: asFlag(sql`${i.expiresAt} <= now()`),
    teamName: t.name,
    projectId: t.definingProjectId,
    projectName: p.name,
    projectSlug: p.slug,
    inviterName: by.fullName,
    inviterUsername: by.username,
  }),
);

export type InvitationRow = SelectedRow<typeof COLUMNS>;

/** Invitations for which a condition over `i` and `t` holds; none to projects that are gone. */
export const invitationsWhere = (condition: Sql, tail: Sql = sql``) => sql`
  select ${COLUMNS} from ${i} left join ${t} on ${t.id} = ${i.teamId} left join ${p} on ${p.id} = ${t.definingProjectId}
    left join ${by} on ${by.id} = ${i.invitedBy}
  where ${condition} and ${p.removedAt} is null ${tail}`;

/** A new code and what is stored of it. */
export function newCode(): { code: string; codeHash: string } {
  const code = randomBytes(32).toString("base64url");
  return { code, codeHash: hashKey(code) };
}

/** The invitation of a code, whatever has become of it. */
export function invitationOfCode(on: Pick<Connection, "one">, code: string): Promise<InvitationRow | undefined> {
  return on.one(invitationsWhere(sql`${i.codeHash} = ${hashKey(code)}`));
}

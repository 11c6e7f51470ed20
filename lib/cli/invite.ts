import { SERVICE } from "@/lib/domain/access/actor";
import { Invalid } from "@/lib/domain/errors";
import { invite } from "@/lib/domain/invitations/invitations";
import { projects, teams } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";

const [t, p] = [teams.as("t"), projects.as("p")];

export interface InvitationWish {
  /** Only says whom the link is for. */
  email?: string;
  /** Name of a team: of the project, or else of the installation. */
  team?: string;
  /** Slug. */
  project?: string;
  superuser?: boolean;
}

/** A link by which somebody makes an account or joins a team, in the operator's name. @throws Invalid for an unknown team */
export async function invitationLink({
  email = "",
  team,
  project,
  superuser = false,
}: InvitationWish): Promise<string> {
  const teamId = team === undefined ? null : await teamNamed(team, project);
  const { link } = await invite(SERVICE, { email, teamId, superuser, byMail: false });
  if (!link) throw new Error("There is no link.");
  return link;
}

async function teamNamed(name: string, project: string | undefined): Promise<number> {
  const within =
    project === undefined
      ? sql`${t.definingProjectId} is null`
      : sql`${t.definingProjectId} = (select ${p.id} from ${p} where ${p.slug} = ${project} and ${p.removedAt} is null)`;
  const found = await db.rows(
    sql`select ${pick(t, "id")} from ${t} where lower(${t.name}) = lower(${name}) and ${within}`,
  );
  const [only] = found;
  if (!only)
    throw Invalid.field("", `There is no team ${name}${project === undefined ? "" : ` in the project ${project}`}.`);
  if (found.length > 1)
    throw Invalid.field("", `There are ${found.length} teams ${name}. Invite from its page instead.`);
  return only.id;
}

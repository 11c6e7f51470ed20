import { invitations, teamMembers, teams } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asNumber } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { findManagedTeam } from "./teams";

/** What goes with a team. */
export interface TeamRemovalPlan {
  members: number;
  /** Of these, those whom no other team of the same project (or, for a team of the installation, no other team at all) has. */
  withoutOther: number;
  /** Open invitations to it. */
  invitations: number;
}

const [m, o, ot, i] = [teamMembers.as("m"), teamMembers.as("o"), teams.as("ot"), invitations.as("i")];

/** What would go with a team that the actor may remove. @throws NotFound, Forbidden */
export async function planTeamRemoval(actor: Actor, id: number): Promise<TeamRemovalPlan> {
  const { definingProjectId } = await findManagedTeam(actor, id);
  const besides =
    definingProjectId === null ? sql`not ${ot.builtin}` : sql`${ot.definingProjectId} = ${definingProjectId}`;
  const other = sql`
    exists (select from ${o} join ${ot} on ${ot.id} = ${o.teamId}
      where ${o.userId} = ${m.userId} and ${o.teamId} <> ${id} and ${besides})`;
  const plan = await db.one(sql`
    select ${named({
      members: asNumber(sql`(select count(*) from ${m} where ${m.teamId} = ${id})`),
      withoutOther: asNumber(sql`(select count(*) from ${m} where ${m.teamId} = ${id} and not ${other})`),
      invitations: asNumber(sql`
        (select count(*) from ${i} where ${i.teamId} = ${id} and ${i.usedAt} is null and ${i.expiresAt} > now())`),
    })}`);
  return plan ?? { members: 0, withoutOther: 0, invitations: 0 };
}

import {
  componentListMembers,
  components,
  projects,
  rolePermissions,
  teamComponentLists,
  teamComponents,
  teamMembers,
  teamProjects,
  teamRoles,
  teams,
  userBlocks,
  users,
} from "@/lib/generated/tables";
import { literal, type Sql, sql } from "@/lib/platform/database";
import { ACCESS, PROJECT_SELECTION } from "@/lib/text/codes";
import type { ProjectPermission } from "./permissions";

/**
 * Who may see a place, asked of many people at once: conditions over the aliases `u` of `users`, `p` of `projects` and `c` of
 * `components`. The same answers as `visibleProjects` and `visibleComponents` give for one actor.
 */

const [u, p, c] = [users.as("u"), projects.as("p"), components.as("c")];
const [m, t, b] = [teamMembers.as("m"), teams.as("t"), userBlocks.as("b")];
const [tp, tc, cl, cm] = [
  teamProjects.as("tp"),
  teamComponents.as("tc"),
  teamComponentLists.as("cl"),
  componentListMembers.as("cm"),
];
const [vc, tr, rp] = [components.as("vc"), teamRoles.as("tr"), rolePermissions.as("rp")];

/** Components that the team `t` names, by itself or by its lists. */
const NAMED = sql`(
  select ${tc.componentId} from ${tc} where ${tc.teamId} = ${t.id}
  union all select ${cm.componentId} from ${cl} join ${cm} on ${cm.componentListId} = ${cl.componentListId} where ${cl.teamId} = ${t.id})`;

const LISTED = sql`exists (select from ${tp} where ${tp.teamId} = ${t.id} and ${tp.projectId} = ${p.id})`;

/** Teams of a person. */
const MINE = sql`from ${m} join ${t} on ${t.id} = ${m.teamId} where ${m.userId} = ${u.id}`;

/** Can be told of anything at all. */
export const IS_A_READER: Sql = sql`(${u.isActive} and not ${u.isBot} and not ${u.isAnonymous}
  and (${u.dateExpires} is null or ${u.dateExpires} > now()))`;

/** Is not shut out of the project. */
export const IS_NOT_BLOCKED: Sql = sql`not exists (
  select from ${b} where ${b.userId} = ${u.id} and ${b.projectId} = ${p.id} and (${b.expiresAt} is null or ${b.expiresAt} > now()))`;

/** Sees the project. */
export const SEES_PROJECT: Sql = sql`(${p.removedAt} is null and (
  ${p.accessControl} in (${literal(ACCESS.PUBLIC)}, ${literal(ACCESS.PROTECTED)}) or ${u.isSuperuser}
  or exists (select ${MINE} and (
    (not exists ${NAMED} and (${t.projectSelection} = ${literal(PROJECT_SELECTION.ALL)} or ${LISTED}))
    or exists (select from ${vc} where ${vc.projectId} = ${p.id} and ${vc.id} in ${NAMED})))))`;

/** Sees the component, given that the person sees its project. */
export const SEES_COMPONENT: Sql = sql`(${c.removedAt} is null and (
  not ${c.restricted} or ${u.isSuperuser} or exists (select ${MINE} and ${c.id} in ${NAMED})))`;

/** Has a team that gives a permission for the whole project. Superusers are not asked about. */
export function hasTeamWith(permission: ProjectPermission): Sql {
  return sql`exists (select ${MINE} and not exists ${NAMED}
    and exists (select from ${tr} join ${rp} on ${rp.roleId} = ${tr.roleId}
      where ${tr.teamId} = ${t.id} and ${rp.codename} = ${permission})
    and (${t.projectSelection} = ${literal(PROJECT_SELECTION.ALL)}
      or (${t.projectSelection} = ${literal(PROJECT_SELECTION.PUBLIC)} and ${p.accessControl} = ${literal(ACCESS.PUBLIC)})
      or (${t.projectSelection} = ${literal(PROJECT_SELECTION.PROTECTED)} and ${p.accessControl} = ${literal(ACCESS.PROTECTED)})
      or (${t.projectSelection} not in (${literal(PROJECT_SELECTION.ALL)}, ${literal(PROJECT_SELECTION.PUBLIC)}, ${literal(PROJECT_SELECTION.PROTECTED)}) and ${LISTED})))`;
}

/**
 * Members of teams that give a permission for a place, over `p` and `c`, which is null for the project as a whole: for `in`. It
 * begins with the teams, so that it costs what these few have and not a look at everybody.
 * @param permission its name, or a column that has it
 */
export function membersWhoMay(permission: ProjectPermission | Sql): Sql {
  const reaches = sql`(${t.projectSelection} = ${literal(PROJECT_SELECTION.ALL)}
    or (${t.projectSelection} = ${literal(PROJECT_SELECTION.PUBLIC)} and ${p.accessControl} = ${literal(ACCESS.PUBLIC)})
    or (${t.projectSelection} = ${literal(PROJECT_SELECTION.PROTECTED)} and ${p.accessControl} = ${literal(ACCESS.PROTECTED)})
    or (${t.projectSelection} not in (${literal(PROJECT_SELECTION.ALL)}, ${literal(PROJECT_SELECTION.PUBLIC)}, ${literal(PROJECT_SELECTION.PROTECTED)}) and ${LISTED}))`;
  return sql`(
    select ${m.userId} from ${rp} join ${tr} on ${tr.roleId} = ${rp.roleId} join ${t} on ${t.id} = ${tr.teamId}
      join ${m} on ${m.teamId} = ${t.id}
    where ${rp.codename} = ${permission} and case when exists ${NAMED} then ${c.id} in ${NAMED}
      else not coalesce(${c.restricted}, false) and ${reaches} end)`;
}

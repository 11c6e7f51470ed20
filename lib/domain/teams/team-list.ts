import {
  componentListMembers,
  components,
  projects,
  roles,
  teamComponentLists,
  teamComponents,
  teamLanguages,
  teamMembers,
  teamProjects,
  teamRoles,
  teams,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, literal, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asNumber, asTexts, orNull, rowCount } from "@/lib/platform/expressions";
import { ACCESS, LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { typedPattern } from "@/lib/text/like";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, demand } from "../access/demand";
import { NotFound } from "../errors";
import { type Part, partOf } from "./team-members";
import { FROM, visibleTeams } from "./teams";

/** Lists of teams with what they reach, in numbers. */

const [t, dp, m, u] = [teams.as("t"), outer(projects.as("dp")), teamMembers.as("m"), users.as("u")];
const [tc, cl, cm] = [teamComponents.as("tc"), teamComponentLists.as("cl"), componentListMembers.as("cm")];
const [c, p, tp, tl] = [components.as("c"), projects.as("p"), teamProjects.as("tp"), teamLanguages.as("tl")];
const [tr, r, ex] = [teamRoles.as("tr"), roles.as("r"), teams.as("ex")];

/** Components that the team `t` names, by itself or by its lists. */
const NAMED = sql`(
  select ${tc.componentId} from ${tc} where ${tc.teamId} = ${t.id}
  union all select ${cm.componentId} from ${cl} join ${cm} on ${cm.componentListId} = ${cl.componentListId} where ${cl.teamId} = ${t.id})`;

const LIVING = sql`from ${p} where ${p.removedAt} is null`;

/** How much a team reaches; the contract 6.6: named components go before projects. */
const REACH = named({
  /** Null where whole projects are meant. */
  components: orNull(
    asNumber(sql`
      case when exists ${NAMED} then
        (select ${rowCount} from ${c} where ${c.id} in ${NAMED} and ${c.removedAt} is null) end`),
  ),
  projects: asNumber(sql`
    case when exists ${NAMED} then
      (select count(distinct ${c.projectId})::int from ${c} where ${c.id} in ${NAMED} and ${c.removedAt} is null)
    when ${t.projectSelection} = ${literal(PROJECT_SELECTION.ALL)} then (select ${rowCount} ${LIVING})
    when ${t.projectSelection} = ${literal(PROJECT_SELECTION.PUBLIC)} then
      (select ${rowCount} ${LIVING} and ${p.accessControl} = ${literal(ACCESS.PUBLIC)})
    when ${t.projectSelection} = ${literal(PROJECT_SELECTION.PROTECTED)} then
      (select ${rowCount} ${LIVING} and ${p.accessControl} = ${literal(ACCESS.PROTECTED)})
    else (select ${rowCount} from ${tp} join ${p} on ${p.id} = ${tp.projectId} and ${p.removedAt} is null where ${tp.teamId} = ${t.id}) end`),
  /** Null for all of them. */
  languages: orNull(
    asNumber(sql`
      case when ${t.languageSelection} = ${literal(LANGUAGE_SELECTION.LISTED)} then
        (select ${rowCount} from ${tl} where ${tl.teamId} = ${t.id}) end`),
  ),
  people: asNumber(sql`
    (select ${rowCount} from ${m} join ${u} on ${u.id} = ${m.userId} and not ${u.isBot} and not ${u.isAnonymous}
      where ${m.teamId} = ${t.id})`),
});

export type TeamReach = SelectedRow<typeof REACH>;

const LINE = combined(
  pick(t, "id", "name", "builtin"),
  named({
    projectName: dp.name,
    roleNames: asTexts(sql`
      array(select ${r.name} from ${tr} join ${r} on ${r.id} = ${tr.roleId} where ${tr.teamId} = ${t.id} order by ${r.name})`),
  }),
  REACH,
);

export type TeamLine = SelectedRow<typeof LINE>;

/** What a team that the actor may know of reaches. @throws NotFound */
export async function teamReach(actor: Actor, id: number): Promise<TeamReach> {
  const row = await db.one(sql`select ${REACH} ${FROM} where ${t.id} = ${id} and ${visibleTeams(actor)}`);
  if (!row) throw new NotFound(refusal("groupUnseen", { id }));
  return row;
}

/** What a list of teams is asked for. */
interface SiteTeamsAsked {
  words: string;
  /** Stored names that the words mean in the language of the reader. */
  names?: readonly string[];
  all: boolean;
  /** From the end of the alphabet. */
  down?: boolean;
  after?: number;
  limit: number;
}

/**
 * Teams of the installation by name, those of projects with `all`. Needs `group.edit` or `group.view`.
 * @param after id of the last team before
 */
export async function listSiteTeams(
  actor: Actor,
  { words, names = [], all, down = false, after, limit }: SiteTeamsAsked,
): Promise<Part<TeamLine>> {
  if (!can(actor, "group.view")) demand(actor, "group.edit");
  const like = typedPattern(words);
  const conditions: Sql[] = [
    visibleTeams(actor),
    sql`(${t.name} ilike ${like} or ${anyOf(t.name, [...names])} or ${dp.name} ilike ${like})`,
  ];
  if (!all) conditions.push(sql`${t.definingProjectId} is null`);
  if (after !== undefined)
    conditions.push(sql`
      (lower(${t.name}), ${t.id}) ${down ? sql`<` : sql`>`} (select lower(${ex.name}), ${ex.id} from ${ex} where ${ex.id} = ${after})`);
  const [first, ...others] = conditions;
  const where = others.reduce((joined, condition) => sql`${joined} and ${condition}`, sql`${first}`);
  const way = down ? sql`desc` : sql`asc`;
  const found = await db.rows(
    sql`select ${LINE} ${FROM} where ${where} order by lower(${t.name}) ${way}, ${t.id} ${way} limit ${limit + 1}`,
  );
  return partOf(found, limit, (row) => String(row.id));
}

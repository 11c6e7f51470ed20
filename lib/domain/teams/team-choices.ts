import {
  componentLists,
  components,
  languages,
  projects,
  rolePermissions,
  roles,
  teamComponentLists,
  teamComponents,
  teamProjects,
  translations,
} from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { anyOf, asText, asTexts } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { can, visibleComponents, visibleProjects } from "../access/demand";
import { SITE_PERMISSIONS } from "../access/permissions";
import { categoryNames } from "../category-names";
import type { TeamRow } from "./teams";

/** What a form can offer for a team. */

const [r, rp, l, tr] = [roles.as("r"), rolePermissions.as("rp"), languages.as("l"), translations.as("tr")];
const [tp, tc, tcl] = [teamProjects.as("tp"), teamComponents.as("tc"), teamComponentLists.as("tcl")];
const [p, c, cl] = [projects.as("p"), components.as("c"), componentLists.as("cl")];

const ROLE = combined(
  pick(r, "id", "name", "builtin"),
  named({
    permissions: asTexts(sql`array(select ${rp.codename} from ${rp} where ${rp.roleId} = ${r.id} order by 1)`),
  }),
);

export type RoleChoice = SelectedRow<typeof ROLE>;

/** Things to choose from: the value that a form sends, and a name. */
export interface Choices {
  rows: { value: string; label: string }[];
  /** There are more than these: the others are written by name. */
  more: boolean;
}

export interface TeamChoices {
  roles: RoleChoice[];
  languages: Choices;
  projects: Choices;
  components: Choices;
  componentLists: Choices;
}

/** So many are offered to be ticked. */
const MOST = 60;

/** Those that the team has, and others as far as a form offers them. */
function choices(held: readonly { value: string; label: string }[], found: Choices["rows"]): Choices {
  const shown = found.length > MOST ? [] : found;
  const known = new Set(held.map(({ value }) => value));
  return { rows: [...held, ...shown.filter(({ value }) => !known.has(value))], more: found.length > MOST };
}

const choice = (value: ReturnType<typeof asText>, label: ReturnType<typeof asText>) => named({ value, label });

/** What the actor, who may change the team, can choose for it. A site-wide role is only for those who manage all teams. */
export async function teamChoices(actor: Actor, team: TeamRow): Promise<TeamChoices> {
  const own = team.definingProjectId;
  const site = Object.keys(SITE_PERMISSIONS);
  const allowed =
    own === null || can(actor, "group.edit")
      ? sql`true`
      : sql`not exists (select from ${rp} where ${rp.roleId} = ${r.id} and ${anyOf(rp.codename, site)}) or ${anyOf(r.id, team.roles)}`;
  const path = asText(sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`);
  const around = own === null ? sql`array[${p.name}]` : sql`'{}'::text[]`;
  const names = asText(sql`array_to_string(${around} || ${categoryNames(c.categoryId)} || array[${c.name}], ' / ')`);
  // What the team has is named to those who may see it.
  const seen = (visible: Sql, name: Sql, slug: Sql) => asText(sql`case when ${visible} then ${name} else ${slug} end`);
  const inProject = own === null ? sql`` : sql`and ${p.id} = ${own}`;
  const [
    roleRows,
    languageRows,
    heldLanguages,
    heldProjects,
    projectRows,
    heldComponents,
    componentRows,
    heldLists,
    listRows,
  ] = await Promise.all([
    db.rows(sql`select ${ROLE} from ${r} where ${allowed} order by ${r.builtin} desc, ${r.name}, ${r.id}`),
    db.rows(sql`
      select ${choice(l.code, l.name)} from ${l} where exists (
        select from ${tr} join ${c} on ${c.id} = ${tr.componentId} join ${p} on ${p.id} = ${c.projectId} ${inProject}
        where ${tr.languageId} = ${l.id} and ${visibleComponents(actor)}) order by ${l.name} limit ${MOST * 5}`),
    db.rows(sql`select ${choice(l.code, l.name)} from ${l} where ${anyOf(l.code, team.languages)} order by ${l.name}`),
    db.rows(sql`
      select ${choice(p.slug, seen(visibleProjects(actor), p.name, p.slug))}
      from ${tp} join ${p} on ${p.id} = ${tp.projectId} and ${p.removedAt} is null
      where ${tp.teamId} = ${team.id} order by ${p.name}, ${p.id}`),
    own === null
      ? db.rows(sql`
          select ${choice(p.slug, p.name)} from ${p} where ${visibleProjects(actor)} order by ${p.name} limit ${MOST + 1}`)
      : [],
    db.rows(sql`
      select ${choice(path, seen(visibleComponents(actor), names, path))}
      from ${tc} join ${c} on ${c.id} = ${tc.componentId} and ${c.removedAt} is null
        join ${p} on ${p.id} = ${c.projectId} and ${p.removedAt} is null
      where ${tc.teamId} = ${team.id} order by ${p.name}, ${c.name}, ${c.id}`),
    db.rows(sql`
      select ${choice(path, names)} from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${visibleComponents(actor)} ${inProject} order by ${p.name}, ${c.name}, ${c.id} limit ${MOST + 1}`),
    db.rows(sql`
      select ${choice(cl.slug, cl.name)} from ${tcl} join ${cl} on ${cl.id} = ${tcl.componentListId}
      where ${tcl.teamId} = ${team.id} order by ${cl.name}`),
    own === null || can(actor, "group.edit")
      ? db.rows(sql`select ${choice(cl.slug, cl.name)} from ${cl} order by ${cl.name} limit ${MOST + 1}`)
      : [],
  ]);
  const codes = new Set(heldLanguages.map(({ value }) => value));
  return {
    roles: roleRows,
    // Languages are few enough to be ticked, and others may be named by code.
    languages: { rows: [...heldLanguages, ...languageRows.filter(({ value }) => !codes.has(value))], more: true },
    projects: choices(heldProjects, projectRows),
    components: choices(heldComponents, componentRows),
    componentLists: choices(heldLists, listRows),
  };
}

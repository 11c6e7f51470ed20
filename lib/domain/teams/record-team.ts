import {
  autoTeams,
  componentLists,
  components,
  languages,
  projects,
  roles,
  teamComponentLists,
  teamComponents,
  teamLanguages,
  teamProjects,
  teamRoles,
  teams,
} from "@/lib/generated/tables";
import { combined, named, pick } from "@/lib/platform/columns";
import { type Connection, type SelectedRow, sql, type Tx } from "@/lib/platform/database";
import { asText, asTexts } from "@/lib/platform/expressions";
import type { Actor } from "../access/actor";
import { type FieldValues, recordSaves } from "../settings/record-saves";

/** Settings of teams as records of saves tell them: by the names that their page has, so that they can be read when a role or a project is gone. */

const [t, r, l, p, c] = [teams.as("t"), roles.as("r"), languages.as("l"), projects.as("p"), components.as("c")];
const [cl, a, tr, tl] = [componentLists.as("cl"), autoTeams.as("a"), teamRoles.as("tr"), teamLanguages.as("tl")];
const [tp, tc, tcl] = [teamProjects.as("tp"), teamComponents.as("tc"), teamComponentLists.as("tcl")];

/** A component's place as one path, over `p` and `c`. */
const PATH = asText(sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`);

const COLUMNS = combined(
  pick(t, "name", "definingProjectId", "projectSelection", "languageSelection"),
  named({
    /** Names. */
    roles: asTexts(sql`
      array(select ${r.name} from ${tr} join ${r} on ${r.id} = ${tr.roleId} where ${tr.teamId} = ${t.id} order by 1)`),
    /** Codes. */
    languages: asTexts(sql`
      array(select ${l.code} from ${tl} join ${l} on ${l.id} = ${tl.languageId} where ${tl.teamId} = ${t.id} order by 1)`),
    /** Slugs. */
    projects: asTexts(sql`
      array(select ${p.slug} from ${tp} join ${p} on ${p.id} = ${tp.projectId} and ${p.removedAt} is null
        where ${tp.teamId} = ${t.id} order by 1)`),
    components: asTexts(sql`
      array(select ${PATH} from ${tc} join ${c} on ${c.id} = ${tc.componentId} and ${c.removedAt} is null
        join ${p} on ${p.id} = ${c.projectId} and ${p.removedAt} is null where ${tc.teamId} = ${t.id} order by 1)`),
    /** Slugs. */
    componentLists: asTexts(sql`
      array(select ${cl.slug} from ${tcl} join ${cl} on ${cl.id} = ${tcl.componentListId}
        where ${tcl.teamId} = ${t.id} order by 1)`),
    patterns: asTexts(sql`array(select ${a.pattern} from ${a} where ${a.teamId} = ${t.id} order by 1)`),
  }),
);

export type StoredTeam = SelectedRow<typeof COLUMNS>;

/** The settings of a team as they are; undefined for one that is gone. */
export function storedTeam(on: Pick<Connection, "one">, id: number): Promise<StoredTeam | undefined> {
  return on.one(sql`select ${COLUMNS} from ${t} where ${t.id} = ${id}`);
}

/** The same, of a team whose settings nobody else changes before the transaction ends. */
export async function holdTeam(tx: Tx, id: number): Promise<StoredTeam | undefined> {
  await tx.run(sql`select from ${t} where ${t.id} = ${id} for no key update`);
  return storedTeam(tx, id);
}

/**
 * Tells of what the transaction has made of a team, in that transaction.
 * @param before what was held of it; undefined for one that it has made
 */
export async function recordTeam(tx: Tx, actor: Actor, id: number, before: StoredTeam | undefined): Promise<void> {
  const after = await storedTeam(tx, id);
  const team = after ?? before;
  if (!team) return;
  const fields = (values: StoredTeam | undefined): FieldValues => {
    if (!values) return { exists: false };
    const { definingProjectId: _, ...settings } = values;
    return before && after ? settings : { exists: true, ...withoutEmpty(settings) };
  };
  const place = team.definingProjectId === null ? {} : { projectId: team.definingProjectId };
  await recordSaves(tx, actor, [
    { topic: "team", objectId: id, subject: team.name, ...place, before: fields(before), after: fields(after) },
  ]);
}

/** A team that begins or ends is told by what it has. */
const withoutEmpty = (settings: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => !Array.isArray(value) || value.length > 0));

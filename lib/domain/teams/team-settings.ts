import {
  autoTeams,
  componentLists,
  components,
  languages,
  projects,
  roles,
  settingsSaves,
} from "@/lib/generated/tables";
import { combined, eachRow, named, pick, unnest } from "@/lib/platform/columns";
import { db, inTransaction, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asText } from "@/lib/platform/expressions";
import {
  type AccessLevel,
  LANGUAGE_SELECTION,
  type LanguageSelection,
  PROJECT_SELECTION,
  type ProjectSelection,
} from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { can, visibleComponents, visibleProjects } from "../access/demand";
import { denied } from "../access/denied";
import { forgetTokens } from "../access/remembered-tokens";
import { type FieldError, Forbidden, Invalid, worded } from "../errors";
import { type Marks, marksOf, ownChanges } from "../stale";
import { keepingAdministrator } from "./last-administrator";
import { holdTeam, recordTeam, type StoredTeam } from "./record-team";
import { type AssignedKind, setAssignments } from "./team-assignments";
import { demandManaging, findManagedTeam, findTeam, type TeamRow } from "./teams";

/** All settings of a team as one form has them: read and saved as a whole. */

export interface TeamSettings {
  name: string;
  projectSelection: ProjectSelection;
  languageSelection: LanguageSelection;
  /** Ids. */
  roles: readonly number[];
  /** Codes. */
  languages: readonly string[];
  /** Slugs. */
  projects: readonly string[];
  /** Paths of slugs, from the project on. */
  components: readonly string[];
  /** Slugs. */
  componentLists: readonly string[];
  /** Regular expressions on confirmed e-mail addresses. */
  patterns: readonly string[];
}

const [a, renamed] = [autoTeams.as("a"), settingsSaves.as("renamed")];
const [p, c] = [projects.as("p"), components.as("c")];
const PATH = asText(sql`concat_ws('/', ${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug})`);

/** A component's place as one path. */
const pathOf = (place: TeamRow["components"][number]): string =>
  [place.projectSlug, place.categoryPath, place.componentSlug].filter(Boolean).join("/");

/** Settings of a team that the actor may know of. @throws NotFound */
export async function readTeamSettings(actor: Actor, id: number): Promise<{ team: TeamRow; settings: TeamSettings }> {
  const team = await findTeam(actor, id);
  const patterns = await db.rows(
    sql`select ${pick(a, "pattern")} from ${a} where ${a.teamId} = ${id} order by ${a.pattern}`,
  );
  const { name, projectSelection, languageSelection, roles, languages, projects, componentLists } = team;
  const settings = {
    ...{ name, projectSelection, languageSelection, roles, languages, projects, componentLists },
    components: team.components.map(pathOf),
    patterns: patterns.map(({ pattern }) => pattern),
  };
  return { team, settings };
}

/**
 * Saves all settings of a team. Only those who manage all teams change whom a pattern brings in, component lists and
 * site-wide roles; a team of a project stays with the project and its components.
 * @param seen marks of what a form showed: what was left as it was stays as others have saved it since
 * @throws Invalid naming the fields, also those that somebody else has changed since they were seen, `last` where nobody would manage the members of the project any more; NotFound, Forbidden
 */
export async function saveTeamSettings(actor: Actor, id: number, given: TeamSettings, seen?: Marks): Promise<TeamRow> {
  const team = await findManagedTeam(actor, id);
  const { settings: before } = await readTeamSettings(actor, id);
  const wanted = seen ? { ...before, ...ownChanges(seen, before, given) } : given;
  const ids = await readReferences(actor, team, wanted);
  refuseFixed(team, wanted);
  await inTransaction((tx) =>
    keepingAdministrator(tx, team.definingProjectId, false, async () => {
      const held = await holdTeam(tx, id);
      const { projectSelection, languageSelection } = wanted;
      await tx.prisma.team.updateMany({
        where: { id },
        data: { name: wanted.name.trim(), projectSelection, languageSelection },
      });
      await writeTies(tx, actor, team, ids);
      await savePatterns(tx, actor, team, before.patterns, wanted.patterns);
      await recordTeam(tx, actor, id, held);
    }),
  );
  forgetTokens();
  return findTeam(actor, id);
}

/** Ties a team to these alone; a team of a project keeps the project. */
async function writeTies(tx: Tx, actor: Actor, team: TeamRow, ids: References): Promise<void> {
  for (const kind of ["roles", "languages", "components", "componentlists"] as const)
    await setAssignments(tx, actor, team, kind, ids[kind]);
  if (team.definingProjectId === null) await setAssignments(tx, actor, team, "projects", ids.projects);
}

/** Values of a record of a team as its form has them. */
type ToldTeam = Partial<Omit<StoredTeam, "definingProjectId">>;

/** As the form names them. @throws Invalid naming roles that there are no more */
async function asGiven({ roles: called, ...told }: ToldTeam): Promise<Partial<TeamSettings>> {
  const given = told as Partial<Omit<TeamSettings, "roles">>;
  if (!called) return given;
  const present = await db.rows(
    sql`select ${pick(roles, "id", "name")} from ${roles} where ${anyOf(roles.name, called)}`,
  );
  const others = called.filter((name) => !present.some((role) => role.name === name));
  const found = [...present, ...(others.length > 0 ? await rolesOnceCalled(others) : [])];
  const missing = called.filter((name) => !found.some((role) => role.name === name));
  if (missing.length > 0) throw Invalid.field("roles", noneOfKind("role", missing), "does_not_exist");
  return { ...given, roles: [...new Set(found.map(({ id }) => id))] };
}

/** Roles that have another name by now, each with the one that it had: of two that had the same, the last. */
function rolesOnceCalled(names: readonly string[]): Promise<{ id: number; name: string }[]> {
  const name = asText(sql`${renamed.before} ->> 'name'`);
  return db.rows(sql`
    select distinct on (${name}) ${combined(pick(roles, "id"), named({ name }))}
    from ${renamed} join ${roles} on ${roles.id} = ${renamed.objectId}
    where ${renamed.topic} = 'role' and ${anyOf(name, names)} order by ${name}, ${renamed.id} desc`);
}

/** Gives a team settings that it had, by the names of a record; all others stay. @throws Invalid, NotFound, Forbidden */
export async function putTeamBack(actor: Actor, id: number, told: ToldTeam): Promise<void> {
  const { settings } = await readTeamSettings(actor, id);
  await saveTeamSettings(actor, id, { ...settings, ...(await asGiven(told)) }, marksOf(settings));
}

/**
 * Makes a team anew that was removed, with its settings and its id, but without its members.
 * @param project the one whose access it regulated
 * @throws Invalid naming what is not there any more; Forbidden
 */
export async function makeTeamAgain(
  actor: Actor,
  id: number,
  project: { id: number; slug: string; name: string; accessControl: AccessLevel } | undefined,
  told: ToldTeam,
): Promise<void> {
  const wanted = { ...NOTHING, ...(await asGiven(told)) };
  const { name, projectSelection, languageSelection } = wanted;
  const team: TeamRow = {
    ...{ id, name, projectSelection, languageSelection, builtin: false, definingProjectId: project?.id ?? null },
    ...{ definingProjectSlug: project?.slug ?? null, definingProjectName: project?.name ?? null },
    definingAccessControl: project?.accessControl ?? null,
    ...{ roles: [], projects: [], components: [], componentLists: [], languages: [], admins: [] },
  };
  demandManaging(actor, team);
  refuseFixed(team, wanted);
  const ids = await readReferences(actor, team, wanted);
  await inTransaction(async (tx) => {
    await tx.prisma.team.create({
      data: { id, name, projectSelection, languageSelection, definingProjectId: project?.id ?? null },
    });
    if (project) await tx.prisma.teamProject.create({ data: { teamId: id, projectId: project.id } });
    await writeTies(tx, actor, team, ids);
    await savePatterns(tx, actor, team, [], wanted.patterns);
    await recordTeam(tx, actor, id, undefined);
  });
  forgetTokens();
}

/** A team that may do nothing anywhere. */
const NOTHING: TeamSettings = {
  ...{ name: "", projectSelection: PROJECT_SELECTION.LISTED, languageSelection: LANGUAGE_SELECTION.LISTED },
  ...{ roles: [], languages: [], projects: [], components: [], componentLists: [], patterns: [] },
};

function refuseFixed(team: TeamRow, wanted: TeamSettings): void {
  const errors: FieldError[] = [];
  const name = wanted.name.trim();
  if (name === "") errors.push({ path: "name", code: "blank", ...worded(refusal("enterNameTeam")) });
  if (name.length > 150) errors.push({ path: "name", code: "max_length", ...worded(refusal("atMost150")) });
  const fixed = [
    ["name", name !== team.name],
    ["projectSelection", wanted.projectSelection !== team.projectSelection],
    ["languageSelection", wanted.languageSelection !== team.languageSelection],
  ] as const;
  for (const [path, changed] of team.builtin ? fixed : [])
    if (changed)
      errors.push({
        path,
        code: "invalid",
        ...worded(refusal("builtTeamName", { team: team.name })),
      });
  if (team.definingProjectId !== null && wanted.projectSelection !== PROJECT_SELECTION.LISTED)
    errors.push({ path: "projectSelection", code: "invalid", ...worded(refusal("teamBelongsProject")) });
  if (errors.length > 0) throw new Invalid(errors);
}

/** Says which of those that were named there are not: the first few. */
const noneOfKind = (kind: AssignedKind, missing: readonly string[]) =>
  refusal("noKind", { kind, reference: missing.slice(0, 5).join(", ") });

interface References {
  roles: number[];
  languages: number[];
  projects: number[];
  components: number[];
  componentlists: number[];
}

/** Ids of what is named, as far as the actor may know of it. @throws Invalid naming what there is not */
async function readReferences(actor: Actor, team: TeamRow, wanted: TeamSettings): Promise<References> {
  const paths = wanted.components.map((path) => componentPath(team, path));
  const slugs = paths.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const inside = team.definingProjectId === null ? sql`` : sql`and ${c.projectId} = ${team.definingProjectId}`;
  // What a team has already stays, though the actor may not see it.
  const held = (slug: Sql, known: readonly string[]) => sql`${slug} = any(${known}::text[])`;
  const looked = {
    roles: await db.rows(sql`
      select ${named({ id: roles.id, name: asText(sql`${roles.id}::text`) })} from ${roles} where ${anyOf(roles.id, wanted.roles)}`),
    languages: await db.rows(sql`
      select ${named({ id: languages.id, name: languages.code })} from ${languages} where ${anyOf(languages.code, wanted.languages)}`),
    projects: await db.rows(sql`
      select ${named({ id: p.id, name: p.slug })} from ${p}
      where ${anyOf(p.slug, wanted.projects)} and (${visibleProjects(actor)} or ${held(p.slug, team.projects)})`),
    components: await db.rows(sql`
      select ${named({ id: c.id, name: PATH })} from ${c} join ${p} on ${p.id} = ${c.projectId}
      where ${anyOf(c.slug, slugs)} and ${PATH} = any(${paths}::text[]) ${inside}
        and (${visibleComponents(actor)} or ${held(PATH, team.components.map(pathOf))})`),
    componentlists: await db.rows(sql`
      select ${named({ id: componentLists.id, name: componentLists.slug })} from ${componentLists}
      where ${anyOf(componentLists.slug, wanted.componentLists)}`),
  };
  const asked = [
    ["roles", "roles", "role", wanted.roles.map(String)],
    ["languages", "languages", "language", wanted.languages],
    ["projects", "projects", "project", wanted.projects],
    ["components", "components", "component", paths],
    ["componentlists", "componentLists", "list", wanted.componentLists],
  ] as const;
  const errors = asked.flatMap(([kind, path, what, names]): FieldError[] => {
    const found = new Set(looked[kind].map(({ name }) => name));
    const missing = names.filter((name) => !found.has(name));
    if (missing.length === 0) return [];
    return [{ path, code: "does_not_exist", ...worded(noneOfKind(what, missing)) }];
  });
  if (errors.length > 0) throw new Invalid(errors);
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  return {
    roles: ids(looked.roles),
    languages: ids(looked.languages),
    projects: ids(looked.projects),
    components: ids(looked.components),
    componentlists: ids(looked.componentlists),
  };
}

/** In a project's team its own slug may be left out. */
function componentPath(team: TeamRow, path: string): string {
  const slug = team.definingProjectSlug;
  return slug === null || path.startsWith(`${slug}/`) ? path : `${slug}/${path}`;
}

const MOST_PATTERNS = 50;

/** A pattern lets strangers in by their address: it is for those who manage all teams. */
async function savePatterns(
  tx: Tx,
  actor: Actor,
  team: TeamRow,
  before: readonly string[],
  wanted: readonly string[],
): Promise<void> {
  const patterns = [...new Set(wanted.map((pattern) => pattern.trim()).filter(Boolean))];
  if (patterns.toSorted().join("\n") === before.toSorted().join("\n")) return;
  if (!can(actor, "group.edit"))
    throw new Forbidden(denied("missing-permission", refusal("denyPatterns"), "group.edit"));
  if (patterns.length > MOST_PATTERNS)
    throw Invalid.field("patterns", refusal("atMostPatterns", { mostPatterns: MOST_PATTERNS }));
  for (const pattern of patterns) refusePattern(pattern);
  await tx.run(sql`delete from ${a} where ${a.teamId} = ${team.id} and ${a.pattern} <> all(${patterns}::text[])`);
  const added = unnest("added", { pattern: a.pattern }, { pattern: patterns });
  await tx.run(sql`
    insert into ${autoTeams} ${eachRow(autoTeams, { pattern: added.pattern, teamId: sql`${team.id}::int` })} from ${added}
    on conflict do nothing`);
}

function refusePattern(pattern: string): void {
  if (pattern.length > 200) throw Invalid.field("patterns", refusal("atMost200"));
  try {
    new RegExp(pattern, "i");
  } catch {
    throw Invalid.field("patterns", refusal("notRegularExpression", { pattern: pattern.slice(0, 60) }));
  }
}

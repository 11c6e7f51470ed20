import { addons, componentLinks, components, projects, repositories } from "@/lib/generated/tables";
import { assigned, combined, named, otherwise, pick, sparse, within } from "@/lib/platform/columns";
import {
  db,
  inTransaction,
  joinSql,
  type SelectedRow,
  type Sql,
  sql,
  type Tx,
  together,
} from "@/lib/platform/database";
import {
  anyOf,
  asJson,
  asNumbers,
  asText,
  asTexts,
  counted,
  jsonObject,
  orNull,
  subselect,
} from "@/lib/platform/expressions";
import { ReadAhead } from "@/lib/platform/read-ahead";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand, type PermissionScope, visibleComponents } from "../access/demand";
import { categoryNames } from "../category-names";
import { ACTION } from "../change-actions";
import { type ChangeLine, record } from "../changes/record";
import { NotFound } from "../errors";
import { type LanguageRow, languagesById } from "../languages/languages";
import { findProject, PROJECT_COLUMNS, type ProjectRow } from "../projects/projects";
import type { Window } from "../window";

const [c, p, r] = [components.as("c"), projects.as("p"), repositories.as("r")];
const [a, l, lc, lp] = [addons.as("a"), componentLinks.as("l"), components.as("lc"), projects.as("lp")];

/** The settings a component's repository has, shared by all components linked to it; over the alias `r`. */
export const REPOSITORY_COLUMNS = combined(
  pick(r, "id", "vcs", "url", "branch", "mergeStyle", "pushOnCommit", "commitPendingAge", "autoLockError"),
  pick(r, "syncedCommit", "remoteCommit", "localCommit", "mergeFailure"),
  sparse(r, "autoMerge", "push", "pushBranch", "status", "outgoing", "toPush", "missing"),
);

export type RepositoryRow = SelectedRow<typeof REPOSITORY_COLUMNS>;

/** Slugs of the categories around it, outermost first, joined by "/"; "" without. */
const CATEGORY_PATH = asText(sql`case when ${c.categoryId} is not null then category_path(${c.categoryId}) end`);

/** Their names, in the same order. */
const CATEGORY_NAMES = asTexts(sql`case when ${c.categoryId} is not null then ${categoryNames(c.categoryId)} end`);

const OWN_COLUMNS = combined(
  pick(c, "id", "projectId", "categoryId", "name", "slug", "repositoryId", "linkedComponentId", "filemask"),
  pick(c, "editTemplate", "fileFormat", "sourceLanguageId", "secondaryLanguageId", "newLang", "priority"),
  pick(c, "commitMessage", "addMessage", "deleteMessage", "mergeMessage", "addonMessage", "pullMessage"),
  pick(c, "allowPropagation", "enableSuggestions", "suggestionAutoaccept", "languageRegex", "glossaryColor"),
  pick(c, "taskId", "importedAt", "clashRule"),
  sparse(c, "screenshotFilemask", "template", "intermediate", "newBase", "license", "agreement", "languageCodeStyle"),
  sparse(c, "checkFlags", "repoweb", "gitExport", "reportSourceBugs", "keyFilter", "variantRegex", "lockReason"),
  sparse(c, "restricted", "manageUnits", "suggestionVoting", "isGlossary", "locked", "lockedAuto"),
  sparse(c, "enforcedChecks", "fileFormatParams", "preferredFiles", "inherited"),
  named({ lockReasonSaid: orNull(asJson<Refusal>(c.lockReasonSaid)) }),
  within("repository", REPOSITORY_COLUMNS),
  otherwise(
    {
      categoryPath: orNull(CATEGORY_PATH),
      categoryNames: orNull(CATEGORY_NAMES),
      addonIds: orNull(
        asNumbers(sql`(select array_agg(${a.id} order by ${a.id}) from ${a} where ${a.componentId} = ${c.id})`),
      ),
    },
    { categoryPath: () => "", categoryNames: () => [], addonIds: () => [] },
  ),
  named({
    linkedPlace: subselect(
      jsonObject({
        projectSlug: lp.slug,
        categoryPath: asText(sql`category_path(${lc.categoryId})`),
        componentSlug: lc.slug,
      }),
      sql`from ${lc} join ${lp} on ${lp.id} = ${lc.projectId} where ${lc.id} = ${c.linkedComponentId}`,
    ),
  }),
);

/** A component without what `complete` looks up. */
type BareComponent = SelectedRow<typeof OWN_COLUMNS>;

export interface ComponentRow extends BareComponent {
  project: ProjectRow;
  sourceLanguage: LanguageRow;
}

const FROM = sql`from ${c} join ${p} on ${p.id} = ${c.projectId} join ${r} on ${r.id} = ${c.repositoryId}`;

/** Adds project and source language with one look-up each, however many rows; a known project is not looked up. */
async function complete(rows: BareComponent[], known?: ProjectRow): Promise<ComponentRow[]> {
  if (rows.length === 0) return [];
  const missing = [...new Set(rows.map((row) => row.projectId))].filter((id) => id !== known?.id);
  const [projects, languages] = await Promise.all([
    missing.length === 0
      ? []
      : db.rows(sql`select ${PROJECT_COLUMNS} from ${p} where ${p.id} = any(${missing}::int[])`),
    languagesById([...new Set(rows.map((row) => row.sourceLanguageId))]),
  ]);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  if (known) projectOf.set(known.id, known);
  return rows.map((row) =>
    Object.assign(row, {
      project: projectOf.get(row.projectId) as ProjectRow,
      sourceLanguage: languages.get(row.sourceLanguageId) as LanguageRow,
    }),
  );
}

function read(where: Sql, tail: Sql): Promise<BareComponent[]> {
  return db.rows(sql`select ${OWN_COLUMNS} ${FROM} where ${where} ${tail}`);
}

async function select(where: Sql, tail: Sql = sql``): Promise<ComponentRow[]> {
  return complete(await read(where, tail));
}

interface ComponentFilter {
  categoryId?: number;
  ids?: readonly number[];
}

/** Components the actor may know of, by id, without their projects and languages; and how many there are. */
async function readComponents(
  actor: Actor,
  { projectId, categoryId, ids }: ComponentFilter & { projectId?: number },
  window: Window,
): Promise<{ rows: BareComponent[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (projectId !== undefined)
    parts.push(
      sql`(${c.projectId} = ${projectId} or ${c.id} in (select ${l.componentId} from ${l} where ${l.projectId} = ${projectId}))`,
    );
  if (categoryId !== undefined) parts.push(sql`${c.categoryId} = ${categoryId}`);
  if (ids) parts.push(sql`${c.id} = any(${ids}::int[])`);
  const where = joinSql(parts, " and ");
  const [rows, all] = await Promise.all([
    read(where, sql`order by ${c.id} limit ${window.limit} offset ${window.offset}`),
    db.one(sql`select ${counted} from ${c} join ${p} on ${p.id} = ${c.projectId} where ${where}`),
  ]);
  return { rows, count: all?.count ?? 0 };
}

/** Components the actor may know of, by id; of one project when given (those shared with it included). */
export async function listComponents(
  actor: Actor,
  { project, ...filter }: ComponentFilter & { project?: ProjectRow },
  window: Window,
): Promise<{ rows: ComponentRow[]; count: number }> {
  const { rows, count } = await together(() => readComponents(actor, { ...filter, projectId: project?.id }, window));
  return { rows: await complete(rows, project), count };
}

const slugs = new ReadAhead();

/** The same of the project at an address. @throws NotFound for a project the actor may not know of */
export async function listComponentsOf(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: ComponentRow[]; count: number }> {
  const read = await together(() =>
    slugs.read(
      projectSlug,
      () => findProject(actor, projectSlug),
      (projectId) => readComponents(actor, { projectId }, window),
    ),
  );
  if (!read) return { rows: [], count: 0 };
  const { rows, count } = read.content;
  return { rows: await complete(rows, read.found), count };
}

/** Components by id, as far as the actor may know of them. */
export async function componentsById(actor: Actor, ids: readonly number[]): Promise<ComponentRow[]> {
  return select(sql`${c.id} = any(${ids}::int[]) and ${visibleComponents(actor)}`, sql`order by ${c.id}`);
}

/** An address of a component within its project; the category path is "" without categories. */
export interface PlaceInProject {
  categoryPath: string;
  componentSlug: string;
}

export interface ComponentPlace extends PlaceInProject {
  projectSlug: string;
}

/** Components of one project at some addresses, over the aliases `c` and `p`; by their slugs first, which an index finds. */
export function atPlaces(projectSlug: string, places: readonly PlaceInProject[]): Sql {
  const at = places.map(({ categoryPath, componentSlug }) => sql`(${componentSlug}, ${categoryPath})`);
  return sql`
    ${p.slug} = ${projectSlug} and ${anyOf(
      c.slug,
      places.map(({ componentSlug }) => componentSlug),
    )}
    and (${c.slug}, category_path(${c.categoryId})) in (${joinSql(at, ", ")})`;
}

/**
 * The components of a project at some addresses, as far as the actor may know of them; those of nobody are left out.
 * @param lookedUp the project, which may still be looked up
 */
export async function componentsAt(
  actor: Actor,
  projectSlug: string,
  places: readonly PlaceInProject[],
  lookedUp: Promise<ProjectRow>,
): Promise<ComponentRow[]> {
  const [rows, project] = await Promise.all([
    read(sql`${atPlaces(projectSlug, places)} and ${visibleComponents(actor)}`, sql``),
    lookedUp,
  ]);
  return complete(rows, project);
}

/** A component by its address. @throws NotFound */
export async function findComponent(actor: Actor, place: ComponentPlace): Promise<ComponentRow> {
  const [row] = await select(sql`${atPlaces(place.projectSlug, [place])} and ${visibleComponents(actor)}`);
  if (!row) {
    throw new NotFound(refusal("componentUnseen", { path: pathOf(place) }));
  }
  return row;
}

/** A component by id. @throws NotFound */
export async function findComponentById(actor: Actor, id: number): Promise<ComponentRow> {
  const [row] = await select(sql`${c.id} = ${id} and ${visibleComponents(actor)}`);
  if (!row) throw new NotFound(refusal("componentUnseen", { path: id }));
  return row;
}

/** Components by their names, each an id or a path of slugs, as far as the actor may know of them. */
export async function componentsNamed(
  actor: Actor,
  names: readonly string[],
): Promise<ReadonlyMap<string, ComponentRow>> {
  const ids = names.filter((name) => ID.test(name)).map(Number);
  const places = names.flatMap((name) => placeNamed(name) ?? []);
  const any = [anyOf(c.id, ids), ...places.map((place) => sql`(${atPlaces(place.projectSlug, [place])})`)];
  const rows = await select(sql`(${joinSql(any, " or ")}) and ${visibleComponents(actor)}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byPath = new Map(rows.map((row) => [pathOf(addressOf(row)), row]));
  return new Map(
    names.flatMap((name) => {
      const place = placeNamed(name);
      const row = place ? byPath.get(pathOf(place)) : ID.test(name) ? byId.get(Number(name)) : undefined;
      return row ? [[name, row] as const] : [];
    }),
  );
}

const pathOf = ({ projectSlug, categoryPath, componentSlug }: ComponentPlace): string =>
  [projectSlug, categoryPath, componentSlug].filter(Boolean).join("/");

const ID = /^\d{1,9}$/;

function placeNamed(name: string): ComponentPlace | undefined {
  const parts = name.split("/").filter(Boolean);
  const [projectSlug, componentSlug] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || projectSlug === undefined || componentSlug === undefined) return undefined;
  return { projectSlug, categoryPath: parts.slice(1, -1).join("/"), componentSlug };
}

/** All components that share a repository, the owner first; nothing is asked of an actor. */
export async function componentsOfRepository(repositoryId: number): Promise<ComponentRow[]> {
  return select(
    sql`${c.repositoryId} = ${repositoryId} and ${c.removedAt} is null and ${p.removedAt} is null`,
    sql`order by ${c.linkedComponentId} nulls first, ${c.id}`,
  );
}

/** A component as permissions see it. */
export function scopeOf(component: Pick<ComponentRow, "id" | "restricted" | "name" | "project">): PermissionScope {
  return {
    project: component.project,
    component: { id: component.id, restricted: component.restricted, name: component.name },
  };
}

/** A component as an address sees it. */
export function addressOf(component: { project: { slug: string } } & Pick<ComponentRow, "categoryPath" | "slug">): {
  projectSlug: string;
  categoryPath: string;
  componentSlug: string;
} {
  return { projectSlug: component.project.slug, categoryPath: component.categoryPath, componentSlug: component.slug };
}

/** Locks or unlocks a component. Needs `component.lock`; asking for the present state changes nothing. */
export async function setLock(actor: Actor, component: ComponentRow, locked: boolean, reason = ""): Promise<boolean> {
  demand(actor, "component.lock", scopeOf(component));
  await inTransaction((tx) => applyLock(tx, actor, component, locked, { auto: false, reason }));
  return locked;
}

/** Whether a failure locks, and why: in English, and as a message where it is one of ours. */
export interface LockReason {
  auto: boolean;
  reason: string;
  said?: Refusal;
}

/**
 * Writes the lock and its ledger line; false when it stood so already. A person's lock takes the place of one that a
 * failure made, without a line; no failure or success touches a person's.
 */
export async function applyLock(
  tx: Tx,
  actor: Actor,
  component: Pick<ComponentRow, "id" | "projectId">,
  locked: boolean,
  how: LockReason,
): Promise<boolean> {
  const { id } = component;
  const write = (lockedAuto: boolean, { reason, said }: Omit<LockReason, "auto">, where: Sql) =>
    tx.run(sql`
      update ${c} set ${assigned(c, { locked, lockedAuto, lockReason: reason, lockReasonSaid: said ?? null })}
      where ${c.id} = ${id} and ${where}`);
  const onlyAuto = how.auto && !locked ? sql`and ${c.lockedAuto}` : sql``;
  const changed = await write(
    locked && how.auto,
    locked ? how : { reason: "" },
    sql`${c.locked} <> ${locked} ${onlyAuto}`,
  );
  if (changed === 0) {
    if (locked) await write(how.auto, how, sql`${c.lockedAuto}`);
    return false;
  }
  await record(tx, actor, [lockLine(component, locked, how)]);
  return true;
}

/** What the ledger tells of a lock. */
export function lockLine(
  component: Pick<ComponentRow, "id" | "projectId">,
  locked: boolean,
  how: LockReason,
): ChangeLine {
  return {
    action: locked ? ACTION.COMPONENT_LOCKED : ACTION.COMPONENT_UNLOCKED,
    projectId: component.projectId,
    componentId: component.id,
    details: { auto: how.auto, ...(how.reason ? { reason: how.reason, ...(how.said && { said: how.said }) } : {}) },
  };
}

import {
  type Connection,
  db,
  emptyAsNull,
  falseAsNull,
  inTransaction,
  joinSql,
  noneAsNull,
  rawSql,
  type Sql,
  sql,
  type Tx,
  together,
} from "@/lib/platform/database";
import { ReadAhead } from "@/lib/platform/read-ahead";
import type { Actor } from "../access/actor";
import { demand, type Place, visibleComponents } from "../access/demand";
import { ACTION } from "../change-actions";
import { type ChangeLine, record } from "../changes/record";
import { NotFound } from "../errors";
import { type LanguageRow, languagesById } from "../languages/languages";
import { findProject, PROJECT_COLUMNS, type ProjectRow } from "../projects/projects";
import type { Window } from "../window";

/** The settings a component's repository has, shared by all components linked to it. */
export interface RepositoryRow {
  id: number;
  vcs: string;
  url: string;
  branch: string;
  push: string;
  pushBranch: string;
  mergeStyle: string;
  pushOnCommit: boolean;
  commitPendingAge: number;
  autoLockError: boolean;
  syncedCommit: string | null;
  remoteCommit: string | null;
  localCommit: string | null;
  outgoing: number;
  missing: number;
  status: string;
  mergeFailure: string | null;
}

export interface ComponentRow {
  id: number;
  projectId: number;
  categoryId: number | null;
  /** Slugs of the categories around it, outermost first, joined by "/"; "" without. */
  categoryPath: string;
  name: string;
  slug: string;
  repositoryId: number;
  linkedComponentId: number | null;
  filemask: string;
  screenshotFilemask: string;
  template: string;
  editTemplate: boolean;
  intermediate: string;
  newBase: string;
  fileFormat: string;
  fileFormatParams: Record<string, unknown>;
  sourceLanguageId: number;
  secondaryLanguageId: number | null;
  license: string;
  agreement: string;
  newLang: string;
  languageCodeStyle: string;
  checkFlags: string;
  priority: number;
  enforcedChecks: string[];
  restricted: boolean;
  repoweb: string;
  gitExport: string;
  reportSourceBugs: string;
  commitMessage: string;
  addMessage: string;
  deleteMessage: string;
  mergeMessage: string;
  addonMessage: string;
  pullMessage: string;
  allowPropagation: boolean;
  manageUnits: boolean;
  enableSuggestions: boolean;
  suggestionVoting: boolean;
  suggestionAutoaccept: number;
  languageRegex: string;
  keyFilter: string;
  variantRegex: string;
  isGlossary: boolean;
  glossaryColor: string;
  locked: boolean;
  lockedAuto: boolean;
  lockReason: string;
  taskId: string | null;
  importedAt: Date | null;
  repository: RepositoryRow;
  project: ProjectRow;
  sourceLanguage: LanguageRow;
  addonIds: number[];
  linkedPlace: { projectSlug: string; categoryPath: string; componentSlug: string } | null;
}

const REPOSITORY_COLUMNS = rawSql(
  `id vcs url branch push_on_commit commit_pending_age auto_lock_error synced_commit remote_commit local_commit merge_failure merge_style`
    .split(/\s+/)
    .map((name) => `r.${name} as "repository.${name}"`)
    .concat(["push", "push_branch", "status"].map((name) => `nullif(r.${name}, '') as "repository.${name}=''"`))
    .concat(["outgoing", "missing"].map((name) => `nullif(r.${name}, 0) as "repository.${name}=0"`))
    .join(", "),
);

const OWN_COLUMNS = sql`
  c.id, c.project_id, c.category_id, case when c.category_id is not null then category_path(c.category_id) end as "category_path=''", c.name, c.slug,
  c.repository_id, c.linked_component_id, c.filemask, c.edit_template, c.file_format, nullif(c.file_format_params, '{}') as "file_format_params={}",
  c.source_language_id, c.secondary_language_id, c.new_lang, c.priority, ${noneAsNull("c.enforced_checks")}, c.commit_message, c.add_message, c.delete_message, c.merge_message,
  c.addon_message, c.pull_message, c.allow_propagation, c.enable_suggestions, c.suggestion_autoaccept, c.language_regex, c.glossary_color,
  c.task_id, c.imported_at,
  ${emptyAsNull("c.screenshot_filemask", "c.template", "c.intermediate", "c.new_base", "c.license", "c.agreement")},
  ${emptyAsNull("c.language_code_style", "c.check_flags", "c.repoweb", "c.git_export", "c.report_source_bugs")},
  ${emptyAsNull("c.key_filter", "c.variant_regex", "c.lock_reason")},
  ${falseAsNull("c.restricted", "c.manage_units", "c.suggestion_voting", "c.is_glossary", "c.locked", "c.locked_auto")}, ${REPOSITORY_COLUMNS},
  (select array_agg(a.id order by a.id) from addons a where a.component_id = c.id) as "addon_ids=[]",
  (select jsonb_build_object('projectSlug', lp.slug, 'categoryPath', category_path(lc.category_id), 'componentSlug', lc.slug)
    from components lc join projects lp on lp.id = lc.project_id where lc.id = c.linked_component_id) as linked_place`;

const FROM = sql`from components c join projects p on p.id = c.project_id join repositories r on r.id = c.repository_id`;

/** Adds project and source language with one look-up each, however many rows; a known project is not looked up. */
async function complete(rows: ComponentRow[], known?: ProjectRow): Promise<ComponentRow[]> {
  if (rows.length === 0) return [];
  const missing = [...new Set(rows.map((row) => row.projectId))].filter((id) => id !== known?.id);
  const [projects, languages] = await Promise.all([
    missing.length === 0
      ? []
      : db.rows(sql`select ${PROJECT_COLUMNS} from projects p where p.id = any(${missing}::int[])`),
    languagesById([...new Set(rows.map((row) => row.sourceLanguageId))]),
  ]);
  const projectOf = new Map(projects.map((project) => [project.id, project]));
  if (known) projectOf.set(known.id, known);
  for (const row of rows) {
    row.project = projectOf.get(row.projectId) as ProjectRow;
    row.sourceLanguage = languages.get(row.sourceLanguageId) as LanguageRow;
  }
  return rows;
}

/** Members that `complete` fills in. */
const LATER = { project: undefined, sourceLanguage: undefined };

function read(where: Sql, tail: Sql, on: Connection = db): Promise<ComponentRow[]> {
  return on.rows<ComponentRow>(sql`select ${OWN_COLUMNS} ${FROM} where ${where} ${tail}`, LATER);
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
  on: Connection,
): Promise<{ rows: ComponentRow[]; count: number }> {
  const parts = [visibleComponents(actor)];
  if (projectId !== undefined)
    parts.push(
      sql`(c.project_id = ${projectId} or c.id in (select l.component_id from component_links l where l.project_id = ${projectId}))`,
    );
  if (categoryId !== undefined) parts.push(sql`c.category_id = ${categoryId}`);
  if (ids) parts.push(sql`c.id = any(${ids}::int[])`);
  const where = joinSql(parts, " and ");
  const [rows, counted] = await Promise.all([
    read(where, sql`order by c.id limit ${window.limit} offset ${window.offset}`, on),
    on.one<{ count: number }>(
      sql`select count(*)::int as count from components c join projects p on p.id = c.project_id where ${where}`,
    ),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** Components the actor may know of, by id; of one project when given (those shared with it included). */
export async function listComponents(
  actor: Actor,
  { project, ...filter }: ComponentFilter & { project?: ProjectRow },
  window: Window,
): Promise<{ rows: ComponentRow[]; count: number }> {
  const { rows, count } = await together((on) =>
    readComponents(actor, { ...filter, projectId: project?.id }, window, on),
  );
  return { rows: await complete(rows, project), count };
}

const slugs = new ReadAhead();

/** The same of the project at an address. @throws NotFound for a project the actor may not know of */
export async function listComponentsOf(
  actor: Actor,
  projectSlug: string,
  window: Window,
): Promise<{ rows: ComponentRow[]; count: number }> {
  const read = await together((on) =>
    slugs.read(
      projectSlug,
      () => findProject(actor, projectSlug, on),
      (projectId) => readComponents(actor, { projectId }, window, on),
    ),
  );
  if (!read) return { rows: [], count: 0 };
  const { rows, count } = read.content;
  return { rows: await complete(rows, read.found), count };
}

/** Components by id, as far as the actor may know of them. */
export async function componentsById(actor: Actor, ids: readonly number[]): Promise<ComponentRow[]> {
  return select(sql`c.id = any(${ids}::int[]) and ${visibleComponents(actor)}`, sql`order by c.id`);
}

/** A component by project slug, category path ("" for none) and slug. @throws NotFound */
export async function findComponent(
  actor: Actor,
  place: { projectSlug: string; categoryPath: string; componentSlug: string },
): Promise<ComponentRow> {
  const [row] = await select(sql`
    p.slug = ${place.projectSlug} and c.slug = ${place.componentSlug} and category_path(c.category_id) = ${place.categoryPath}
    and ${visibleComponents(actor)}`);
  if (!row) {
    const path = [place.projectSlug, place.categoryPath, place.componentSlug].filter(Boolean).join("/");
    throw new NotFound(`There is no component ${path}, or you may not see it.`);
  }
  return row;
}

/** A component by id. @throws NotFound */
export async function findComponentById(actor: Actor, id: number): Promise<ComponentRow> {
  const [row] = await select(sql`c.id = ${id} and ${visibleComponents(actor)}`);
  if (!row) throw new NotFound(`There is no component ${id}, or you may not see it.`);
  return row;
}

/** All components that share a repository, the owner first; nothing is asked of an actor. */
export async function componentsOfRepository(repositoryId: number): Promise<ComponentRow[]> {
  return select(
    sql`c.repository_id = ${repositoryId} and c.removed_at is null and p.removed_at is null`,
    sql`order by c.linked_component_id nulls first, c.id`,
  );
}

/** A component as permissions see it. */
export function placeOf(component: Pick<ComponentRow, "id" | "restricted" | "name" | "project">): Place {
  return {
    project: component.project,
    component: { id: component.id, restricted: component.restricted, name: component.name },
  };
}

/** A component as an address sees it. */
export function addressOf(component: Pick<ComponentRow, "project" | "categoryPath" | "slug">): {
  projectSlug: string;
  categoryPath: string;
  componentSlug: string;
} {
  return { projectSlug: component.project.slug, categoryPath: component.categoryPath, componentSlug: component.slug };
}

/** Locks or unlocks a component. Needs `component.lock`; asking for the present state changes nothing. */
export async function setLock(actor: Actor, component: ComponentRow, locked: boolean, reason = ""): Promise<boolean> {
  demand(actor, "component.lock", placeOf(component));
  await inTransaction((tx) => applyLock(tx, actor, component, locked, { auto: false, reason }));
  return locked;
}

/** Writes the lock and its ledger line; false when it stood so already. */
export async function applyLock(
  tx: Tx,
  actor: Actor,
  component: Pick<ComponentRow, "id" | "projectId">,
  locked: boolean,
  how: { auto: boolean; reason: string },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update components set locked = ${locked}, locked_auto = ${locked && how.auto}, lock_reason = ${locked ? how.reason : ""}
    where id = ${component.id} and locked <> ${locked}`);
  if (changed === 0) return false;
  await record(tx, actor, [lockLine(component, locked, how)]);
  return true;
}

/** What the ledger tells of a lock. */
export function lockLine(
  component: Pick<ComponentRow, "id" | "projectId">,
  locked: boolean,
  how: { auto: boolean; reason: string },
): ChangeLine {
  return {
    action: locked ? ACTION.COMPONENT_LOCKED : ACTION.COMPONENT_UNLOCKED,
    projectId: component.projectId,
    componentId: component.id,
    details: { auto: how.auto, ...(how.reason ? { reason: how.reason } : {}) },
  };
}

import {
  type Connection,
  db,
  inTransaction,
  isDuplicate,
  joinSql,
  rawSql,
  type Sql,
  sql,
  type Tx,
} from "@/lib/platform/database";
import { ACCESS, COMMIT_POLICY, isCode } from "@/lib/text/codes";
import { validateFlags } from "@/lib/text/flags/validate";
import { type Actor, ledgerUser } from "../access/actor";
import { projectTeams } from "../access/built-in";
import { demand, visibleProjects } from "../access/demand";
import { addMembers } from "../access/seed";
import { ACTION } from "../change-actions";
import { record } from "../changes/record";
import { type FieldError, Invalid, NotFound } from "../errors";
import { SEALED, sealFor } from "../secrets";
import { createTask } from "../tasks/tasks";
import type { Window } from "../window";

export interface ProjectRow {
  id: number;
  name: string;
  slug: string;
  web: string;
  instructions: string;
  accessControl: number;
  translationReview: boolean;
  sourceReview: boolean;
  setLanguageTeam: boolean;
  enableHooks: boolean;
  /** True when notifications must prove to know the project's secret. */
  hookSecretSet: boolean;
  languageAliases: string;
  checkFlags: string;
  /** Language shown beside the source, by id. */
  secondaryLanguageId: number | null;
  /** True when it has components and all of them are locked. */
  locked: boolean;
  commitPolicy: number;
  /** Whether the memory of other projects is looked up here, and whether texts of this one are offered to them. */
  useSharedTm: boolean;
  contributeSharedTm: boolean;
  createdAt: Date;
}

export const PROJECT_COLUMNS = sql`
  p.id, p.name, p.slug, p.web, p.instructions, p.access_control, p.translation_review, p.source_review, p.set_language_team,
  p.enable_hooks, p.hook_secret <> '' as hook_secret_set, p.language_aliases, p.check_flags, p.secondary_language_id, p.commit_policy, p.use_shared_tm, p.contribute_shared_tm, p.created_at,
  exists (select from components k where k.project_id = p.id)
    and not exists (select from components k where k.project_id = p.id and not k.locked) as locked`;

export interface ProjectInput {
  name: string;
  slug: string;
  web: string;
  instructions?: string;
  accessControl?: number;
  translationReview?: boolean;
  sourceReview?: boolean;
  setLanguageTeam?: boolean;
  enableHooks?: boolean;
  /** Secret shared with code hosts; "" takes it away, undefined leaves it. */
  hookSecret?: string;
  languageAliases?: string;
  checkFlags?: string;
  secondaryLanguageId?: number | null;
  commitPolicy?: number;
  useSharedTm?: boolean;
  contributeSharedTm?: boolean;
}

/** Projects the actor may know of, by id. */
export async function listProjects(actor: Actor, window: Window): Promise<{ rows: ProjectRow[]; count: number }> {
  const where = visibleProjects(actor);
  const [rows, counted] = await Promise.all([
    db.rows<ProjectRow>(
      sql`select ${PROJECT_COLUMNS} from projects p where ${where} order by p.id limit ${window.limit} offset ${window.offset}`,
    ),
    db.one<{ count: number }>(sql`select count(*)::int as count from projects p where ${where}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

/** A project the actor may know of. @throws NotFound */
export async function findProject(actor: Actor, slug: string, on: Connection = db): Promise<ProjectRow> {
  const row = await on.one<ProjectRow>(
    sql`select ${PROJECT_COLUMNS} from projects p where p.slug = ${slug} and ${visibleProjects(actor)}`,
  );
  if (!row) throw new NotFound(`There is no project ${slug}, or you may not see it.`);
  return row;
}

/** What is wrong with the fields, the contract 4.5. */
export function projectErrors(input: Partial<ProjectInput>): FieldError[] {
  const errors: FieldError[] = [];
  const bad = (path: string, message: string, code = "invalid") => errors.push({ path, code, message });
  if (input.name !== undefined) {
    if (!input.name.trim()) bad("name", "Give the project a name.", "blank");
    if (input.name.length > 60) bad("name", "At most 60 characters.", "max_length");
  }
  if (input.slug !== undefined && (!/^[A-Za-z0-9_-]{1,60}$/.test(input.slug) || input.slug === "-"))
    bad("slug", "Use letters, digits, - and _ only, at most 60 characters, and not - alone.");
  if (input.web !== undefined) {
    const problem = websiteProblem(input.web);
    if (problem) bad("web", problem);
  }
  for (const pair of (input.languageAliases ?? "").split(",").filter((text) => text.trim()))
    if (!/^[^\s:]{1,50}:[^\s:]{1,50}$/.test(pair.trim()))
      bad("language_aliases", `Write pairs like en_GB:en, separated by commas; "${pair.trim().slice(0, 40)}" is none.`);
  for (const problem of input.checkFlags ? validateFlags(input.checkFlags) : []) bad("check_flags", problem);
  if (input.accessControl !== undefined && !isCode(ACCESS, input.accessControl))
    bad("access_control", "Choose 0 (public), 1 (protected), 100 (private) or 200 (custom).", "invalid_choice");
  if (input.commitPolicy !== undefined && !isCode(COMMIT_POLICY, input.commitPolicy))
    bad("commit_policy", "Choose 0, 20 or 30.", "invalid_choice");
  return errors;
}

/** A project's website is shown to strangers as a link: an ordinary host on http or https. */
function websiteProblem(web: string): string | undefined {
  if (web === "") return undefined;
  if (web.length > 200) return "At most 200 characters.";
  let url: URL;
  try {
    url = new URL(web);
  } catch {
    return "Give a complete address that begins with https:// or http://.";
  }
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return "Give an address that begins with https:// or http://.";
  const host = url.hostname;
  if (host === "localhost" || host.endsWith(".localhost")) return "Addresses on localhost cannot be opened by others.";
  if (/^\d+(\.\d+){3}$/.test(host) || host.startsWith("[")) return "Give a host name instead of an IP address.";
  return undefined;
}

/** Makes a project. Needs `project.add`; a creator who is no superuser administers it. */
export async function createProject(actor: Actor, input: ProjectInput): Promise<ProjectRow> {
  demand(actor, "project.add");
  const errors = projectErrors(input);
  if (errors.length > 0) throw new Invalid(errors);
  try {
    return await inTransaction(async (tx) => {
      const project = await insertProject(tx, input);
      await ensureTeams(tx, project);
      const admin = await tx.one<{ id: number }>(
        sql`select id from teams where defining_project_id = ${project.id} and name = 'Administration'`,
      );
      const creator = ledgerUser(actor);
      if (admin && creator !== null && !actor.isSuperuser) await addMembers(tx, admin.id, [creator]);
      if (creator !== null)
        await tx.run(
          sql`insert into watches (user_id, project_id) values (${creator}, ${project.id}) on conflict do nothing`,
        );
      await record(tx, actor, [{ action: ACTION.PROJECT_CREATED, projectId: project.id }]);
      return project;
    });
  } catch (error) {
    throw explainDuplicate(error, input);
  }
}

async function insertProject(tx: Tx, input: ProjectInput): Promise<ProjectRow> {
  const row = await tx.one<ProjectRow>(sql`
    insert into projects as p (name, slug, web, instructions, access_control, translation_review, source_review, set_language_team, enable_hooks, hook_secret, language_aliases, check_flags, secondary_language_id, commit_policy, use_shared_tm, contribute_shared_tm)
    values (${input.name.trim()}, ${input.slug}, ${input.web}, ${input.instructions ?? ""}, ${input.accessControl ?? ACCESS.PUBLIC}, ${input.translationReview ?? false},
      ${input.sourceReview ?? false}, ${input.setLanguageTeam ?? true}, ${input.enableHooks ?? true}, ${sealFor(SEALED.hookSecret, input.hookSecret ?? "")}, ${input.languageAliases ?? ""}, ${input.checkFlags ?? ""}, ${input.secondaryLanguageId ?? null}, ${input.commitPolicy ?? COMMIT_POLICY.EVERYTHING},
      ${input.useSharedTm ?? true}, ${input.contributeSharedTm ?? true})
    returning ${PROJECT_COLUMNS}`);
  if (!row) throw new Error("The project was not stored.");
  return row;
}

function explainDuplicate(error: unknown, input: Partial<ProjectInput>): unknown {
  if ((error as { constraint?: string }).constraint?.includes("secondary_language"))
    return Invalid.field(
      "secondary_language",
      `There is no language with the id ${input.secondaryLanguageId}.`,
      "does_not_exist",
    );
  if (!isDuplicate(error)) return error;
  const field = (error as { constraint?: string }).constraint?.includes("slug") ? "slug" : "name";
  return Invalid.field(field, `A project with the ${field} ${input[field]} exists.`, "unique");
}

/** Makes the teams that the project's access level and reviews call for; existing ones stay. */
async function ensureTeams(tx: Tx, project: ProjectRow): Promise<void> {
  for (const [name, role] of projectTeams(project.accessControl, project.translationReview || project.sourceReview)) {
    const existing = await tx.one(
      sql`select 1 from teams where defining_project_id = ${project.id} and name = ${name}`,
    );
    if (existing) continue;
    const team = await tx.one<{ id: number }>(sql`
      insert into teams (name, builtin, defining_project_id, project_selection, language_selection) values (${name}, true, ${project.id}, 0, 1) returning id`);
    await tx.run(sql`insert into team_projects (team_id, project_id) values (${team?.id}, ${project.id})`);
    await tx.run(sql`insert into team_roles (team_id, role_id) select ${team?.id}, id from roles where name = ${role}`);
  }
}

const COLUMN = {
  name: "name",
  slug: "slug",
  web: "web",
  instructions: "instructions",
  accessControl: "access_control",
  translationReview: "translation_review",
  sourceReview: "source_review",
  setLanguageTeam: "set_language_team",
  enableHooks: "enable_hooks",
  languageAliases: "language_aliases",
  checkFlags: "check_flags",
  secondaryLanguageId: "secondary_language_id",
  commitPolicy: "commit_policy",
  useSharedTm: "use_shared_tm",
  contributeSharedTm: "contribute_shared_tm",
} as const satisfies Partial<Record<keyof ProjectInput, string>>;

/** Assignments of what changes. All else stays as somebody else may be changing it at this moment. */
function changedColumns(before: ProjectRow, input: Partial<ProjectInput>): Sql[] {
  const columns = (Object.keys(COLUMN) as (keyof typeof COLUMN)[])
    .filter((key) => input[key] !== undefined && input[key] !== before[key])
    .map((key) => sql`${rawSql(COLUMN[key])} = ${input[key]}`);
  if (input.hookSecret !== undefined) columns.push(sql`hook_secret = ${sealFor(SEALED.hookSecret, input.hookSecret)}`);
  return columns;
}

/** Changes a project. Needs `project.edit` there (and `project.permissions` for the access level). */
export async function updateProject(actor: Actor, slug: string, input: Partial<ProjectInput>): Promise<ProjectRow> {
  const before = await findProject(actor, slug);
  demand(actor, "project.edit", { project: before });
  if (input.accessControl !== undefined && input.accessControl !== before.accessControl)
    demand(actor, "project.permissions", { project: before });
  const errors = projectErrors(input);
  if (errors.length > 0) throw new Invalid(errors);
  try {
    return await inTransaction(async (tx) => {
      const columns = changedColumns(before, input);
      const row =
        columns.length === 0
          ? await tx.one<ProjectRow>(sql`select ${PROJECT_COLUMNS} from projects p where p.id = ${before.id}`)
          : await tx.one<ProjectRow>(
              sql`update projects as p set ${joinSql(columns)} where p.id = ${before.id} returning ${PROJECT_COLUMNS}`,
            );
      if (!row) throw new NotFound(`The project ${slug} has been removed.`);
      await ensureTeams(tx, row);
      if (row.slug !== before.slug)
        await record(tx, actor, [
          { action: ACTION.PROJECT_RENAMED, projectId: row.id, old: before.slug, target: row.slug },
        ]);
      if (row.accessControl !== before.accessControl)
        await record(tx, actor, [
          { action: ACTION.VISIBILITY_CHANGED, projectId: row.id, details: { access_control: row.accessControl } },
        ]);
      return row;
    });
  } catch (error) {
    throw explainDuplicate(error, input);
  }
}

/** Hides a project at once; its rows go in the background. Needs `project.edit`. */
export async function removeProject(actor: Actor, slug: string): Promise<void> {
  const project = await findProject(actor, slug);
  demand(actor, "project.edit", { project });
  await inTransaction(async (tx) => {
    // The name and slug become free at once.
    await tx.run(sql`
      update projects set removed_at = now(), slug = 'removed-' || id, name = 'removed ' || id where id = ${project.id}`);
    await record(tx, actor, [{ action: ACTION.PROJECT_REMOVED, projectId: project.id, target: project.slug }]);
    await createTask(tx, { kind: "remove-objects", payload: {}, userId: ledgerUser(actor) ?? undefined });
  });
}

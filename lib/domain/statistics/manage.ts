import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";
import type { Window } from "../window";

/** What an administrator sees of the installation. */

export interface PersonRow {
  id: number;
  username: string;
  fullName: string;
  email: string | null;
  emailConfirmed: boolean;
  commitEmail: string | null;
  commitEmailConfirmed: boolean;
  isSuperuser: boolean;
  isActive: boolean;
  isBot: boolean;
  dateJoined: Date;
  lastLogin: Date | null;
}

/** Everybody, newest first. Needs `management.use`. */
export async function listPeople(
  actor: Actor,
  words: string,
  window: Window,
): Promise<{ rows: PersonRow[]; count: number }> {
  demand(actor, "management.use");
  const like = `%${words
    .trim()
    .slice(0, 100)
    .replaceAll("\0", "")
    .replace(/[\\%_]/g, "\\$&")}%`;
  const where = sql`not is_anonymous and (username ilike ${like} or full_name ilike ${like} or coalesce(email, '') ilike ${like})`;
  const [rows, counted] = await Promise.all([
    db.rows<PersonRow>(sql`
      select id, username, full_name, email, email_confirmed, commit_email, commit_email_confirmed, is_superuser, is_active, is_bot, date_joined, last_login from users
      where ${where} order by id desc limit ${window.limit} offset ${window.offset}`),
    db.one<{ count: number }>(sql`select count(*)::int as count from users where ${where}`),
  ]);
  return { rows, count: counted?.count ?? 0 };
}

export interface TaskLine {
  id: string;
  kind: string;
  state: "pending" | "running" | "done" | "failed" | "cancelled";
  progress: number;
  result: unknown;
  payload: Record<string, unknown>;
  username: string | null;
  projectName: string | null;
  projectSlug: string | null;
  componentName: string | null;
  componentSlug: string | null;
  categoryPath: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

const TASKS = sql`
  select k.id, k.kind, k.state, k.progress, k.result, k.payload, u.username, p.name as project_name, p.slug as project_slug,
    c.name as component_name, c.slug as component_slug, category_path(c.category_id) as category_path, k.created_at, k.finished_at
  from tasks k left join users u on u.id = k.user_id left join components c on c.id = k.component_id
  left join projects p on p.id = coalesce(c.project_id, k.project_id)`;

/** Background tasks, newest first; only those in one state when it is given. Needs `management.use`. */
export async function listTasks(actor: Actor, state: string | undefined, limit: number): Promise<TaskLine[]> {
  demand(actor, "management.use");
  return db.rows<TaskLine>(
    sql`${TASKS} where ${state ?? null}::text is null or k.state = ${state ?? null} order by k.created_at desc limit ${limit}`,
  );
}

/** Tasks on a repository, newest first; the page has asked whether the reader may see it. */
export async function tasksOfRepository(repositoryId: number, limit: number): Promise<TaskLine[]> {
  return db.rows<TaskLine>(sql`
    ${TASKS} where k.component_id in (select id from components where repository_id = ${repositoryId})
      and k.kind in ('repository-operation', 'create-component', 'commit-pending', 'update-repository', 'add-language', 'remove-file', 'reformat-files')
    order by k.created_at desc limit ${limit}`);
}

export interface RepositoryLine {
  componentId: number;
  componentName: string;
  componentSlug: string;
  categoryPath: string;
  projectName: string;
  projectSlug: string;
  url: string;
  branch: string;
  outgoing: number;
  missing: number;
  waiting: number;
  mergeFailure: string | null;
  alerts: number;
  locked: boolean;
  fetchedAt: Date | null;
}

/** All repositories with what waits in them, those in trouble first. Needs `management.use`. */
export async function listRepositories(actor: Actor, limit: number): Promise<RepositoryLine[]> {
  demand(actor, "management.use");
  return repositoryLines(sql`true`, limit);
}

/** Repositories of a project, as far as the actor may know of their components. */
export async function repositoriesOfProject(actor: Actor, projectId: number, limit: number): Promise<RepositoryLine[]> {
  return repositoryLines(sql`p.id = ${projectId} and ${visibleComponents(actor)}`, limit);
}

async function repositoryLines(where: ReturnType<typeof sql>, limit: number): Promise<RepositoryLine[]> {
  return db.rows<RepositoryLine>(sql`
    select * from (
      select c.id as component_id, c.name as component_name, c.slug as component_slug, category_path(c.category_id) as category_path,
        p.name as project_name, p.slug as project_slug, r.url, r.branch, r.outgoing, r.missing, r.merge_failure, r.fetched_at, c.locked,
        (select count(*)::int from components o join translations t on t.component_id = o.id join pending_changes q on q.translation_id = t.id and q.commit is null
          where o.repository_id = r.id) as waiting,
        (select count(*)::int from alerts a join components o on o.id = a.component_id where o.repository_id = r.id and not a.dismissed) as alerts
      from components c join projects p on p.id = c.project_id join repositories r on r.id = c.repository_id
      where c.linked_component_id is null and c.removed_at is null and p.removed_at is null and ${where}) as line
    order by (merge_failure is not null)::int + alerts desc, project_name, component_name limit ${limit}`);
}

/** What needs an administrator now. */
export interface Attention {
  alerts: {
    kind: string;
    projectName: string;
    projectSlug: string;
    componentName: string;
    componentSlug: string;
    categoryPath: string;
    updatedAt: Date;
  }[];
  failedTasks: number;
  expiringTokens: number;
}

/** Alerts, failed tasks of the last day and tokens that end within a week. Needs `management.use`. */
export async function attention(actor: Actor): Promise<Attention> {
  demand(actor, "management.use");
  const [alerts, numbers] = await Promise.all([
    db.rows<Attention["alerts"][number]>(sql`
      select a.kind, p.name as project_name, p.slug as project_slug, c.name as component_name, c.slug as component_slug,
        category_path(c.category_id) as category_path, a.updated_at
      from alerts a join components c on c.id = a.component_id join projects p on p.id = c.project_id
      where not a.dismissed and c.removed_at is null and p.removed_at is null order by a.updated_at desc limit 20`),
    db.one<{ failed: number; expiring: number }>(sql`
      select (select count(*)::int from tasks where state = 'failed' and created_at > now() - interval '1 day') as failed,
        (select count(*)::int from api_tokens where revoked_at is null and expires_at between now() and now() + interval '7 days') as expiring`),
  ]);
  return { alerts, failedTasks: numbers?.failed ?? 0, expiringTokens: numbers?.expiring ?? 0 };
}

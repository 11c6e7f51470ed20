import {
  alerts,
  apiTokens,
  components,
  pendingChanges,
  projects,
  repositories,
  tasks,
  translations,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick, subquery } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asNumber, asText, orNull, rowCount } from "@/lib/platform/expressions";
import type { TaskState } from "@/lib/text/codes";
import type { Actor } from "../access/actor";
import { demand, visibleComponents } from "../access/demand";

const [k, u, c, p] = [tasks.as("k"), users.as("u"), components.as("c"), projects.as("p")];
const [o, t, q, a] = [components.as("o"), translations.as("t"), pendingChanges.as("q"), alerts.as("a")];
const r = repositories.as("r");

/** What an administrator sees of the installation. */

const TASK = combined(
  pick(k, "id", "kind", "progress", "result", "createdAt", "finishedAt"),
  pick(outer(u), "username"),
  named({
    state: k.state,
    payload: k.payload,
    projectName: orNull(p.name),
    projectSlug: orNull(p.slug),
    componentName: orNull(c.name),
    componentSlug: orNull(c.slug),
    categoryPath: orNull(asText(sql`category_path(${c.categoryId})`)),
  }),
);

export type TaskLine = SelectedRow<typeof TASK>;

const TASK_FROM = sql`
  from ${k} left join ${u} on ${u.id} = ${k.userId} left join ${c} on ${c.id} = ${k.componentId}
  left join ${p} on ${p.id} = coalesce(${c.projectId}, ${k.projectId})`;

export interface TaskQuery {
  state?: TaskState;
  kind?: string;
  /** Slug of a project. */
  project?: string;
  /** The cursor of the page before. */
  after?: string;
  limit: number;
}

const CURSOR = /^(\d{1,17})~([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})$/;
const MICROS = named({ micros: asText(sql`(extract(epoch from ${k.createdAt}) * 1000000)::bigint::text`) });

/** Background tasks, newest first, a page of them. Needs `management.use`. */
export async function listTasks(
  actor: Actor,
  { state, kind, project, after, limit }: TaskQuery,
): Promise<{ rows: TaskLine[]; next: string | undefined }> {
  demand(actor, "management.use");
  const [, micros, id] = CURSOR.exec(after ?? "") ?? [];
  const conditions = [
    ...(state ? [sql`${k.state} = ${state}`] : []),
    ...(kind ? [sql`${k.kind} = ${kind}`] : []),
    ...(project ? [sql`${p.slug} = ${project}`] : []),
    ...(id
      ? [
          sql`(${k.createdAt}, ${k.id}) < ('epoch'::timestamptz + ${micros}::text::bigint * interval '1 microsecond', ${id}::text::uuid)`,
        ]
      : []),
  ];
  const found = await db.rows(sql`
    select ${combined(TASK, MICROS)} ${TASK_FROM} where ${joinSql([sql`true`, ...conditions], " and ")}
    order by ${k.createdAt} desc, ${k.id} desc limit ${limit + 1}`);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, next: last && `${last.micros}~${last.id}` };
}

/** Tasks on a repository, newest first; the page has asked whether the reader may see it. */
export async function tasksOfRepository(repositoryId: number, limit: number): Promise<TaskLine[]> {
  return db.rows(sql`
    select ${TASK} ${TASK_FROM} where ${k.componentId} in (select ${components.id} from ${components} where ${components.repositoryId} = ${repositoryId})
      and ${k.kind} in ('repository-operation', 'create-component', 'commit-pending', 'update-repository', 'add-language', 'remove-file', 'reformat-files')
    order by ${k.createdAt} desc limit ${limit}`);
}

const REPOSITORY = combined(
  named({
    componentId: c.id,
    componentName: c.name,
    componentSlug: c.slug,
    categoryPath: asText(sql`category_path(${c.categoryId})`),
    projectName: p.name,
    projectSlug: p.slug,
    waiting: asNumber(sql`
      (select ${rowCount} from ${o} join ${t} on ${t.componentId} = ${o.id} join ${q} on ${q.translationId} = ${t.id} and ${q.commit} is null
        where ${o.repositoryId} = ${r.id})`),
    alerts: asNumber(sql`
      (select ${rowCount} from ${a} join ${o} on ${o.id} = ${a.componentId} where ${o.repositoryId} = ${r.id} and not ${a.dismissed})`),
  }),
  pick(r, "url", "branch", "toPush", "missing", "mergeFailure", "fetchedAt"),
  pick(c, "locked"),
);

export type RepositoryLine = SelectedRow<typeof REPOSITORY>;

/** All repositories with what waits in them, those in trouble first. Needs `management.use`. */
export async function listRepositories(actor: Actor, limit: number): Promise<RepositoryLine[]> {
  demand(actor, "management.use");
  return repositoryLines(sql`true`, limit);
}

/** Repositories of a project, as far as the actor may know of their components. */
export async function repositoriesOfProject(actor: Actor, projectId: number, limit: number): Promise<RepositoryLine[]> {
  return repositoryLines(sql`${p.id} = ${projectId} and ${visibleComponents(actor)}`, limit);
}

async function repositoryLines(condition: Sql, limit: number): Promise<RepositoryLine[]> {
  const line = subquery(
    "line",
    sql`
      select ${REPOSITORY} from ${c} join ${p} on ${p.id} = ${c.projectId} join ${r} on ${r.id} = ${c.repositoryId}
      where ${c.linkedComponentId} is null and ${c.removedAt} is null and ${p.removedAt} is null and ${condition}`,
  );
  const members = Object.keys(line) as (keyof RepositoryLine)[];
  return db.rows(sql`
    select ${pick(line, ...members)} from ${line}
    order by (${line.mergeFailure} is not null)::int + ${line.alerts} desc, ${line.projectName}, ${line.componentName} limit ${limit}`);
}

/** What needs an administrator now. */
export interface Attention {
  failedTasks: number;
  expiringTokens: number;
}

/** Failed tasks of the last day and tokens that end within a week. Needs `management.use`. */
export async function attention(actor: Actor): Promise<Attention> {
  demand(actor, "management.use");
  const numbers = await db.one(sql`
      select ${named({
        failed: asNumber(
          sql`(select count(*)::int from ${tasks} where ${tasks.state} = 'failed' and ${tasks.createdAt} > now() - interval '1 day')`,
        ),
        expiring: asNumber(
          sql`(select count(*)::int from ${apiTokens} where ${apiTokens.revokedAt} is null and ${apiTokens.expiresAt} between now() and now() + interval '7 days')`,
        ),
      })}`);
  return { failedTasks: numbers?.failed ?? 0, expiringTokens: numbers?.expiring ?? 0 };
}

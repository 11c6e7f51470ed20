import {
  alerts,
  apiTokens,
  components,
  pendingChanges,
  projects,
  repositories,
  taskLines,
  tasks,
  translations,
  users,
} from "@/lib/generated/tables";
import { combined, named, outer, pick } from "@/lib/platform/columns";
import { db, joinSql, type SelectedRow, type Sql, sql } from "@/lib/platform/database";
import { asFlag, asJson, asNumber, asText, orNull } from "@/lib/platform/expressions";
import type { TaskState } from "@/lib/text/codes";
import { refusal } from "@/lib/text/messages/refusal";
import type { Actor } from "../access/actor";
import { demand, visibleComponents, visibleProjects } from "../access/demand";
import { Unauthenticated } from "../errors";
import { isTold } from "../tasks/own-tasks";
import type { LineSaid } from "../tasks/said-line";

const [k, u, c, p] = [tasks.as("k"), users.as("u"), components.as("c"), projects.as("p")];
const [_o, _t, _q, _a] = [components.as("o"), translations.as("t"), pendingChanges.as("q"), alerts.as("a")];
const _r = repositories.as("r");
const tl = taskLines.as("tl");

/** What an administrator sees of the installation. */

const TASK = combined(
  pick(k, "id", "kind", "progress", "result", "createdAt", "finishedAt"),
  pick(outer(u), "username"),
  named({
    state: k.state,
    payload: k.payload,
    /** The line of its log that tells why it failed, where a step said so. */
    failure: orNull(
      asJson<LineSaid>(sql`case when ${k.state} = 'failed' then (
        select ${tl.said} from ${tl} where ${tl.taskId} = ${k.id} and ${tl.said}->>'what' = 'failed' order by ${tl.id} desc limit 1) end`),
    ),
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
  return taskPage(
    [
      ...(state ? [sql`${k.state} = ${state}`] : []),
      ...(kind ? [sql`${k.kind} = ${kind}`] : []),
      ...(project ? [sql`${p.slug} = ${project}`] : []),
    ],
    sql`true`,
    { after, limit },
  );
}

/**
 * Background tasks that the actor started, newest first, a page of them. Places that it does not see any more have no name.
 * @param told only those that run, or ended a moment ago and were not seen since
 */
export async function listOwnTasks(
  actor: Actor,
  { told, ...window }: { told: boolean; after?: string; limit: number },
): Promise<{ rows: TaskLine[]; next: string | undefined }> {
  if (actor.isAnonymous) throw new Unauthenticated(refusal("signInTasks"));
  const sees = sql`case when ${c.id} is null then ${visibleProjects(actor)} else ${visibleComponents(actor)} end`;
  const own = told ? isTold(k, actor) : sql`${k.userId} = ${actor.userId}`;
  return taskPage([own], sees, window);
}

const NOWHERE = {
  ...{ projectName: null, projectSlug: null, componentName: null, componentSlug: null, categoryPath: null },
} as const;

/** @param sees whether the reader may see the place of a task */
async function taskPage(
  wanted: readonly Sql[],
  sees: Sql,
  { after, limit }: { after?: string; limit: number },
): Promise<{ rows: TaskLine[]; next: string | undefined }> {
  const [, micros, id] = CURSOR.exec(after ?? "") ?? [];
  const conditions = [
    ...wanted,
    ...(id
      ? [
          sql`(${k.createdAt}, ${k.id}) < ('epoch'::timestamptz + ${micros}::text::bigint * interval '1 microsecond', ${id}::text::uuid)`,
        ]
      : []),
  ];
  const found = await db.rows(sql`
    select ${combined(TASK, MICROS)}, ${named({ sees: asFlag(sql`coalesce(${sees}, false)`) })} ${TASK_FROM} where ${joinSql([sql`true`, ...conditions], " and ")}
    order by ${k.createdAt} desc, ${k.id} desc limit ${limit + 1}`);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const rows = shown.map(({ sees: named, micros: _, ...row }) => (named ? row : { ...row, ...NOWHERE }));
  return { rows, next: last && `${last.micros}~${last.id}` };
}

/** Tasks on a repository, newest first; the page has asked whether the reader may see it. */
export async function tasksOfRepository(repositoryId: number, limit: number): Promise<TaskLine[]> {
  return db.rows(sql`
    select ${TASK} ${TASK_FROM} where ${k.componentId} in (select ${components.id} from ${components} where ${components.repositoryId} = ${repositoryId})
      and ${k.kind} in ('repository-operation', 'create-component', 'commit-pending', 'update-repository', 'add-language', 'remove-file', 'reformat-files')
    order by ${k.createdAt} desc limit ${limit}`);
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

import { alerts, components, pendingChanges, repositories, tasks, translations } from "@/lib/generated/tables";
import { assigned, combined, named, pick } from "@/lib/platform/columns";
import { db, inTransaction, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, sqlNow } from "@/lib/platform/expressions";
import { PUSHING_KINDS } from "@/lib/platform/vcs/registry";
import { createTasks } from "../tasks/tasks";
import { pausedCondition } from "./internal/pause";
import { operationTask, type RepositoryOperation } from "./operation-task";

const [r, o, k, c] = [repositories.as("r"), repositories.as("o"), tasks.as("k"), components.as("c")];
const a = alerts.as("a");
const [t, p] = [translations.as("t"), pendingChanges.as("p")];

/** A repository, with the component of it that pages show the work of. */
const OWNED = combined(
  pick(r, "id"),
  named({ componentId: asNumber(sql`min(${c.id})`), projectId: asNumber(sql`min(${c.projectId})`) }),
);

/** What is due: rows say what is wanted, a sweep turns them into tasks. */

/**
 * Wants updates of repositories: however often this is said before one has begun, one update follows. While one is under
 * way, one more follows. A want whose task has ended without beginning counts no more.
 * @returns how many tasks were made
 */
export async function requestUpdates(
  tx: Tx,
  repositories: readonly { id: number; projectId?: number; componentId?: number }[],
): Promise<number> {
  const byId = new Map(repositories.map((repository) => [repository.id, repository]));
  const rows = await tx.rows(sql`
    update ${r} set ${assigned(r, { updateWantedAt: sqlNow })}
    where ${r.id} in (select ${o.id} from ${o} where ${anyOf(o.id, [...byId.keys()])} order by ${o.id} for update)
      and (${r.updateWantedAt} is null or not exists (
        select from ${k} where ${k.kind} = 'update-repository' and ${k.state} in ('pending', 'running')
          and (${k.payload}->>'repository')::int = ${r.id}))
    returning ${pick(r, "id")}`);
  const fresh = new Set(rows.map((row) => row.id));
  await createTasks(
    tx,
    [...byId.values()]
      .filter(({ id }) => fresh.has(id))
      .map(({ id, projectId, componentId }) => ({
        kind: "update-repository",
        payload: { repository: id },
        projectId,
        componentId,
      })),
  );
  return rows.length;
}

/** Takes the want off before the update begins, so that a notification during it asks for another one. */
export async function beginUpdate(repositoryId: number): Promise<void> {
  await db.run(
    sql`update ${repositories} set ${assigned(repositories, { updateWantedAt: null })} where ${repositories.id} = ${repositoryId}`,
  );
}

/** Seconds between two pulls that code hosts ask for. */
const DISTANCE = 60;

/** Seconds until a repository may be pulled again on a code host's word; 0 when it may be now. */
export async function secondsUntilUpdate(repositoryId: number): Promise<number> {
  const row = await db.one(sql`
    select ${named({
      seconds: asNumber(
        sql`greatest(0, ceil(${DISTANCE} - extract(epoch from now() - ${repositories.fetchedAt})))::int`,
      ),
    })} from ${repositories} where ${repositories.id} = ${repositoryId} and ${repositories.fetchedAt} is not null`);
  return row?.seconds ?? 0;
}

/**
 * Starts commits for repositories whose oldest pending edit has waited for as long as the component says; not for those
 * whose work a failure has paused.
 */
export async function startDueCommits(): Promise<number> {
  const due = await db.rows(sql`
    select ${OWNED} from ${r}
    join ${c} on ${c.repositoryId} = ${r.id} and ${c.removedAt} is null
    join ${t} on ${t.componentId} = ${c.id}
    join ${p} on ${p.translationId} = ${t.id} and ${p.commit} is null and ${p.error} = ''
    where ${p.createdAt} <= now() - make_interval(hours => ${r.commitPendingAge})
      and not ${isAtWork(r.id)}
      and not ${pausedCondition(r.id)}
    group by ${r.id} limit 500`);
  return start(due, "commit");
}

/** Tries pushes again that failed and whose pause is over; what was refused once stays committed here until then. */
export async function retryPushes(): Promise<number> {
  const due = await db.rows(sql`
    select ${OWNED} from ${r}
    join ${c} on ${c.repositoryId} = ${r.id} and ${c.lockedAuto} and ${c.removedAt} is null
    join ${a} on ${a.componentId} = ${c.id} and ${a.kind} = 'PushFailure'
    where ${r.pushOnCommit} and (${r.push} <> '' or ${anyOf(r.vcs, PUSHING_KINDS)}) and not ${pausedCondition(r.id)} and not ${isAtWork(r.id)}
    group by ${r.id} limit 500`);
  return start(due, "push");
}

/**
 * Tries pulls again that failed: after an hour, and later the longer they have been failing, up to a day. What heals by
 * itself, such as a server that was down, needs nobody then.
 */
export async function retryPulls(): Promise<number> {
  const pause = sql`least(greatest((${a.updatedAt} - ${a.createdAt}) / 4, interval '1 hour'), interval '1 day')`;
  const due = await db.rows(sql`
    select ${OWNED} from ${r}
    join ${c} on ${c.repositoryId} = ${r.id} and ${c.removedAt} is null
    join ${a} on ${a.componentId} = ${c.id} and ${a.kind} in ('MergeFailure', 'UpdateFailure')
    where ${r.url} <> '' and not ${pausedCondition(r.id)} and not ${isAtWork(r.id)}
    group by ${r.id} having max(${a.updatedAt} + ${pause}) <= now() limit 500`);
  return start(due, "pull");
}

/** Starts an operation on each repository; gives their number. */
async function start(due: readonly SelectedRow<typeof OWNED>[], operation: RepositoryOperation): Promise<number> {
  const tasks = due.map(({ id, ...owner }) =>
    operationTask(id, operation, { owner: { id: owner.componentId, projectId: owner.projectId } }),
  );
  await inTransaction((tx) => createTasks(tx, tasks));
  return due.length;
}

/** Whether an operation on a repository is under way or waits for its turn. */
function isAtWork(repositoryId: Sql): Sql {
  return sql`exists (
    select from ${k} where ${k.kind} = 'repository-operation' and ${k.state} in ('pending', 'running') and (${k.payload}->>'repository')::int = ${repositoryId})`;
}

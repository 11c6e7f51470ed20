import { db, inTransaction, sql, type Tx } from "@/lib/platform/database";
import { createTasks } from "../tasks/tasks";
import { operationTask } from "./operation-task";

/** What is due: rows say what is wanted, a sweep turns them into tasks. */

/**
 * Wants updates of repositories: however often this is said before one has begun, one update follows. While one is under
 * way, one more follows. A want whose task has ended without beginning counts no more.
 * @returns how many tasks were made
 */
export async function wantUpdates(
  tx: Tx,
  repositories: readonly { id: number; projectId?: number; componentId?: number }[],
): Promise<number> {
  const byId = new Map(repositories.map((repository) => [repository.id, repository]));
  const rows = await tx.rows<{ id: number }>(sql`
    update repositories r set update_wanted_at = now()
    where r.id in (select o.id from repositories o where o.id = any(${[...byId.keys()]}::int[]) order by o.id for update)
      and (r.update_wanted_at is null or not exists (
        select from tasks k where k.kind = 'update-repository' and k.state in ('pending', 'running')
          and (k.payload->>'repository')::int = r.id))
    returning r.id`);
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
  await db.run(sql`update repositories set update_wanted_at = null where id = ${repositoryId}`);
}

/** Seconds between two pulls that code hosts ask for. */
const DISTANCE = 60;

/** Seconds until a repository may be pulled again on a code host's word; 0 when it may be now. */
export async function secondsUntilUpdate(repositoryId: number): Promise<number> {
  const row = await db.one<{ seconds: number }>(sql`
    select greatest(0, ceil(${DISTANCE} - extract(epoch from now() - fetched_at)))::int as seconds from repositories where id = ${repositoryId} and fetched_at is not null`);
  return row?.seconds ?? 0;
}

/** Starts commits for repositories whose oldest pending edit has waited for as long as the component says. */
export async function startDueCommits(): Promise<number> {
  const due = await db.rows<{ id: number; componentId: number; projectId: number }>(sql`
    select r.id, min(c.id) as component_id, min(c.project_id) as project_id from repositories r
    join components c on c.repository_id = r.id and c.removed_at is null
    join translations t on t.component_id = c.id
    join pending_changes p on p.translation_id = t.id and p.commit is null and p.error = ''
    where p.created_at <= now() - make_interval(hours => r.commit_pending_age)
      and not exists (select from tasks k where k.kind = 'repository-operation' and k.state in ('pending', 'running') and (k.payload->>'repository')::int = r.id)
    group by r.id limit 500`);
  await inTransaction((tx) =>
    createTasks(
      tx,
      due.map(({ id, projectId, componentId }) =>
        operationTask(id, "commit", { owner: { id: componentId, projectId } }),
      ),
    ),
  );
  return due.length;
}

import { randomUUID } from "node:crypto";
import { db, type Sql, sql, type Tx } from "@/lib/platform/database";
import { eventOf, type Payload, type TaskKind } from "./kinds";
import { logText } from "./log-text";
import { nudgeRelay } from "./outbox";

/** Background tasks as the user sees them: one row each, written in the transaction that causes the work. */

export type TaskState = "pending" | "running" | "done" | "failed" | "cancelled";

export interface TaskRow {
  id: string;
  kind: string;
  state: TaskState;
  /** Percent, 100 only when the state is final. */
  progress: number;
  /** The stage while running, the result when done, the error's text when failed. */
  result: unknown;
  payload: Record<string, unknown>;
  runId: string | null;
  userId: number | null;
  projectId: number | null;
  componentId: number | null;
  translationId: number | null;
  createdAt: Date;
  finishedAt: Date | null;
}

interface Related {
  userId?: number;
  projectId?: number;
  componentId?: number;
  translationId?: number;
}

/** A task to be written: its kind, and the payload of that kind. */
export type NewTask = { [K in TaskKind]: Related & { kind: K; payload: Payload<K> } }[TaskKind];

const COLUMNS = sql`id, kind, state, progress, result, payload, run_id, user_id, project_id, component_id, translation_id, created_at, finished_at`;

export const CANCEL_EVENT = "loquat/task.cancelled";

/**
 * Writes the task and its event in the caller's transaction. The event's id is the task's uuid and its data are
 * `{ task: uuid, ...payload }`. It is sent after the commit; if that is lost, a sweep sends it.
 */
export async function createTask(tx: Tx, task: NewTask): Promise<TaskRow> {
  const id = randomUUID();
  const row = await tx.one<TaskRow>(sql`
    insert into tasks (id, kind, payload, user_id, project_id, component_id, translation_id)
    values (${id}, ${task.kind}, ${JSON.stringify(task.payload)}::jsonb, ${task.userId ?? null},
      ${task.projectId ?? null}, ${task.componentId ?? null}, ${task.translationId ?? null})
    returning ${COLUMNS}`);
  await writeEvent(tx, { id, name: eventOf(task.kind), data: { ...task.payload, task: id } });
  return row as TaskRow;
}

/** Writes many tasks and their events: one statement, however many. */
export async function createTasks(tx: Tx, tasks: readonly NewTask[]): Promise<void> {
  if (tasks.length === 0) return;
  const rows = tasks.map((task) => {
    const id = randomUUID();
    return {
      id,
      kind: task.kind,
      payload: task.payload,
      user_id: task.userId ?? null,
      project_id: task.projectId ?? null,
      component_id: task.componentId ?? null,
      translation_id: task.translationId ?? null,
      name: eventOf(task.kind),
      data: { ...task.payload, task: id },
    };
  });
  await tx.run(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(
      id uuid, kind text, payload jsonb, user_id int, project_id int, component_id int, translation_id int, name text, data jsonb)),
    made as (insert into tasks (id, kind, payload, user_id, project_id, component_id, translation_id)
      select id, kind, payload, user_id, project_id, component_id, translation_id from given)
    insert into outbox_events (id, name, data) select id, name, data from given`);
  nudgeRelay(tx);
}

async function writeEvent(tx: Tx, event: { id: string; name: string; data: object }): Promise<void> {
  await tx.run(sql`
    insert into outbox_events (id, name, data) values (${event.id}, ${event.name}, ${JSON.stringify(event.data)}::jsonb)`);
  nudgeRelay(tx);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The task, or undefined when there is none of this id (or it is no uuid). */
export async function findTask(uuid: string): Promise<TaskRow | undefined> {
  if (!UUID.test(uuid)) return undefined;
  return db.one<TaskRow>(sql`select ${COLUMNS} from tasks where id = ${uuid}`);
}

/** True when nothing will happen to the task any more. */
export function isFinal(task: Pick<TaskRow, "state">): boolean {
  return task.state !== "pending" && task.state !== "running";
}

/** Waits until the task is final or the time is up; gives its row as it is then, undefined when there is none. */
export async function waitForTask(uuid: string, timeoutMs: number): Promise<TaskRow | undefined> {
  const until = performance.now() + timeoutMs;
  for (let pause = 25; ; pause = Math.min(pause * 1.5, 250)) {
    const task = await findTask(uuid);
    const left = until - performance.now();
    if (!task || isFinal(task) || left <= 0) return task;
    await new Promise((done) => setTimeout(done, Math.min(pause, left)));
  }
}

/**
 * Cancels the task: its run is told and ends before its next step; a step under way ends at its next report. Gives
 * the row, undefined when there is none; a final task stays as it is.
 */
export async function cancelTask(tx: Tx, uuid: string): Promise<TaskRow | undefined> {
  if (!UUID.test(uuid)) return undefined;
  const changed = await close(tx, uuid, "cancelled", null);
  if (changed) await writeEvent(tx, { id: randomUUID(), name: CANCEL_EVENT, data: { task: uuid } });
  return tx.one<TaskRow>(sql`select ${COLUMNS} from tasks where id = ${uuid}`);
}

/** Marks the task as done with its result. False when it was final already. */
export function finishTask(uuid: string, result: unknown): Promise<boolean> {
  return close(db, uuid, "done", result ?? null);
}

/** Marks the task as failed with the error's text, cleaned like a line of the log. False when it was final already. */
export function failTask(uuid: string, error: string): Promise<boolean> {
  return close(db, uuid, "failed", logText(error) || "The task failed.");
}

/** Marks the task as cancelled because its run was. False when it was final already. */
export function markCancelled(uuid: string): Promise<boolean> {
  return close(db, uuid, "cancelled", null);
}

async function close(
  on: { run(statement: Sql): Promise<number> },
  uuid: string,
  state: TaskState,
  result: unknown,
): Promise<boolean> {
  const value = result === null ? null : JSON.stringify(result);
  const rows = await on.run(sql`
    update tasks set state = ${state}, progress = 100, result = ${value}::jsonb, finished_at = now()
    where id = ${uuid} and state in ('pending', 'running')`);
  return rows > 0;
}

/** Marks the task as running. False when it is final, so that a cancelled task does not start. */
export async function beginTask(uuid: string, runId: string): Promise<boolean> {
  const rows = await db.run(sql`
    update tasks set state = 'running', run_id = ${runId} where id = ${uuid} and state in ('pending', 'running')`);
  return rows > 0;
}

import { randomUUID } from "node:crypto";
import { outboxEvents, tasks } from "@/lib/generated/tables";
import { assigned, eachRow, pick, recordset, row } from "@/lib/platform/columns";
import { db, type SelectedRow, type Sql, sql, type Tx } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import type { JsonObject, TaskState } from "@/lib/text/codes";
import { logText } from "./internal/log-text";
import { eventOf, type Payload, type TaskKind } from "./kinds";
import { nudgeRelay } from "./outbox";

/** Background tasks as the user sees them: one row each, written in the transaction that causes the work. */

const t = tasks.as("t");

const COLUMNS = pick(
  t,
  "id",
  "kind",
  "state",
  "progress",
  "result",
  "payload",
  "runId",
  "userId",
  "projectId",
  "componentId",
  "translationId",
  "createdAt",
  "finishedAt",
);

export type TaskRow = SelectedRow<typeof COLUMNS>;

interface Related {
  userId?: number;
  projectId?: number;
  componentId?: number;
  translationId?: number;
}

/** A task to be written: its kind, and the payload of that kind. */
export type NewTask = { [K in TaskKind]: Related & { kind: K; payload: Payload<K> } }[TaskKind];

export const CANCEL_EVENT = "loquat/task.cancelled";

/**
 * Writes the task and its event in the caller's transaction. The event's id is the task's uuid and its data are
 * `{ task: uuid, priority: seconds, ...payload }`. It is sent after the commit; if that is lost, a sweep sends it.
 */
export async function createTask(tx: Tx, task: NewTask): Promise<TaskRow> {
  const id = randomUUID();
  const { kind, payload, userId, projectId, componentId, translationId } = task;
  const values = { id, kind, payload: { ...payload }, userId, projectId, componentId, translationId };
  const made = await tx.one(sql`insert into ${t} ${row(t, values)} returning ${COLUMNS}`);
  if (!made) throw new Error("The task was not stored.");
  await writeEvent(tx, { id, name: eventOf(kind), data: eventData(id, task) });
  return made;
}

/** What a task and its event are made of. */
const GIVEN = {
  ...{ id: t.id, kind: t.kind, payload: t.payload, name: outboxEvents.name, data: outboxEvents.data },
  ...{ userId: t.userId, projectId: t.projectId, componentId: t.componentId, translationId: t.translationId },
};

/** Writes many tasks and their events: one statement, however many. */
export async function createTasks(tx: Tx, given: readonly NewTask[]): Promise<void> {
  if (given.length === 0) return;
  const rows = given.map((task) => {
    const id = randomUUID();
    const { kind, userId = null, projectId = null, componentId = null, translationId = null } = task;
    const payload = { ...task.payload };
    const event = { name: eventOf(kind), data: eventData(id, task) };
    return { id, kind, payload, userId, projectId, componentId, translationId, ...event };
  });
  const g = recordset("g", GIVEN, rows);
  const { id, kind, payload, userId, projectId, componentId, translationId, name, data } = g;
  const task = { id, kind, payload, userId, projectId, componentId, translationId };
  await tx.run(sql`
    with g as (select * from ${g}), made as (insert into ${t} ${eachRow(t, task)} from g)
    insert into ${outboxEvents} ${eachRow(outboxEvents, { id, name, data })} from g`);
  nudgeRelay(tx);
}

/** What the event of a task says: its payload, the task, and how many seconds it goes ahead of other tasks. */
function eventData(id: string, task: NewTask): JsonObject {
  return { ...task.payload, task: id, priority: secondsAhead(task) };
}

/** Who waits for a task goes first: a person before a code host, and both before what the schedule does. */
function secondsAhead({ kind, userId }: NewTask): number {
  if (userId !== undefined) return 300;
  return kind === "update-repository" ? 0 : -300;
}

async function writeEvent(tx: Tx, { id, name, data }: { id: string; name: string; data: JsonObject }): Promise<void> {
  await tx.run(sql`insert into ${outboxEvents} ${row(outboxEvents, { id, name, data })}`);
  nudgeRelay(tx);
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The task, or undefined when there is none of this id (or it is no uuid). */
export async function findTask(uuid: string): Promise<TaskRow | undefined> {
  if (!UUID.test(uuid)) return undefined;
  return db.one(sql`select ${COLUMNS} from ${t} where ${t.id} = ${uuid}`);
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
  return tx.one(sql`select ${COLUMNS} from ${t} where ${t.id} = ${uuid}`);
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
  const values = { state, progress: 100, result, finishedAt: sqlNow };
  const rows = await on.run(sql`
    update ${t} set ${assigned(t, values)} where ${t.id} = ${uuid} and ${t.state} in ('pending', 'running')`);
  return rows > 0;
}

/** Marks the task as running. False when it is final, so that a cancelled task does not start. */
export async function beginTask(uuid: string, runId: string): Promise<boolean> {
  const values = { state: "running", runId, heardAt: sqlNow } as const;
  const rows = await db.run(sql`
    update ${t} set ${assigned(t, values)} where ${t.id} = ${uuid} and ${t.state} in ('pending', 'running')`);
  return rows > 0;
}

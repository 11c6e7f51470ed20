import { taskLines, tasks } from "@/lib/generated/tables";
import { assigned, names, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { sqlNow } from "@/lib/platform/expressions";
import { NonRetriableError } from "@/lib/platform/queue";
import type { LineSaid } from "../said-line";
import { logText } from "./log-text";

/** What a task tells while it runs. Written straight to the database, so it is seen before the step has ended. */

export type Amount = number | { done: number; total: number };

const WRITE_EVERY_MS = 1000;
const REMEMBERED = 1000;
const lastWrite = new Map<string, number>();

function percentOf(amount: Amount): number {
  const percent = typeof amount === "number" ? amount : amount.total > 0 ? (amount.done / amount.total) * 100 : 0;
  return Number.isFinite(percent) ? Math.min(Math.max(percent, 0), 100) : 0;
}

/** The part of a task that one step is, in percent of the whole. */
export interface Share {
  from: number;
  size: number;
}

const WHOLE: Share = { from: 0, size: 100 };

/**
 * Says how far the task is, or the share of it that `amount` is about; at most once a second per task, what comes in
 * between is dropped. Progress only grows and is at most 99 until the task is final.
 * @throws NonRetriableError when the task has been cancelled, so that a long step ends
 */
export async function report(taskId: string, amount: Amount, text?: string, share = WHOLE): Promise<void> {
  const at = performance.now();
  const last = lastWrite.get(taskId);
  if (last !== undefined && at - last < WRITE_EVERY_MS) return;
  if (lastWrite.size >= REMEMBERED) lastWrite.clear();
  lastWrite.set(taskId, at);
  const stage = { ...(text ? { stage: logText(text) } : {}), ...(typeof amount === "number" ? {} : amount) };
  await advance(taskId, share.from + (percentOf(amount) / 100) * share.size, stage);
}

const t = tasks.as("t");

/** Writes progress at once, whatever was written before. */
export async function advance(taskId: string, percent: number, stage: object = {}): Promise<void> {
  const value = Math.min(Math.floor(percent), 99);
  const values = {
    heardAt: sqlNow,
    progress: sql`case when ${t.state} = 'running' then greatest(${t.progress}, ${value}::int) else ${t.progress} end`,
    result: sql`case when ${t.state} = 'running' then ${JSON.stringify(stage)}::jsonb else ${t.result} end`,
  };
  const row = await db.one(sql`
    update ${t} set ${assigned(t, values)} where ${t.id} = ${taskId} returning ${pick(t, "state")}`);
  if (row?.state === "cancelled") throw new NonRetriableError("The task was cancelled.");
}

export type LogLevel = "info" | "warning" | "error";

/** Adds a line to the task's log; a key that is there already adds nothing. Credentials and progress are left out. */
export async function logLine(
  taskId: string,
  key: string,
  level: LogLevel,
  { text, said = null }: { text: string; said?: LineSaid | null },
): Promise<void> {
  const clean = logText(text);
  if (clean === "") return;
  await db.run(sql`
    insert into ${taskLines} (${names(taskLines, "taskId", "key", "level", "text", "said")})
    select ${t.id}, ${key}, ${level}, ${clean}, ${said && JSON.stringify(said)}::jsonb from ${t} where ${t.id} = ${taskId}
    on conflict (${names(taskLines, "taskId", "key")}) do nothing`);
}

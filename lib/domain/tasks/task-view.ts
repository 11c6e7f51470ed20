import { db, sql } from "@/lib/platform/database";
import { isFinal, type TaskRow } from "./tasks";

export interface TaskView {
  completed: boolean;
  /** 0…99 while running, 100 when final. */
  progress: number;
  result: unknown;
  /** Lines joined by line feeds, the last 64 KB. */
  log: string;
}

const LONGEST_LOG = 65_536;

/**
 * The task as the outside sees it. The result is null while it waits, an object with `progress` and the related id
 * while it runs, and the task's own when done; failed, it is the error's text. `prefix` goes before each line of the log.
 */
export async function taskView(task: TaskRow, prefix = ""): Promise<TaskView> {
  const completed = isFinal(task);
  return {
    completed,
    progress: completed ? 100 : task.progress,
    result: resultOf(task),
    log: await logOf(task.id, prefix),
  };
}

function resultOf(task: TaskRow): unknown {
  if (task.state === "pending") return null;
  if (task.state !== "running") return task.result;
  const related =
    task.translationId !== null
      ? { translation: task.translationId }
      : task.componentId !== null
        ? { component: task.componentId }
        : {};
  return { progress: task.progress, ...related, ...(task.result as object | null) };
}

async function logOf(taskId: string, prefix: string): Promise<string> {
  const lines = await db.rows<{ text: string }>(sql`
    select text from (
      select id, text, sum(octet_length(text) + 1) over (order by id desc) as upto from task_lines where task_id = ${taskId}
    ) as tail where upto <= ${LONGEST_LOG} order by id`);
  return lines.map((line) => prefix + line.text).join("\n");
}

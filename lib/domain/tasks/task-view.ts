import { taskLines } from "@/lib/generated/tables";
import { named, pick, subquery } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asJson, asNumber, orNull } from "@/lib/platform/expressions";
import type { LineSaid } from "./said-line";
import { isFinal, type TaskRow } from "./tasks";

const l = taskLines.as("l");

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
    log: (await readLog(task.id)).map((line) => prefix + line.text).join("\n"),
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

/** A line of a task's log. */
export interface LogLine {
  text: string;
  /** Null where its words are not ours. */
  said: LineSaid | null;
}

/** The last 64 KB of a task's log. */
export async function readLog(taskId: string): Promise<LogLine[]> {
  const upto = asNumber(sql`sum(octet_length(${l.text}) + 1) over (order by ${l.id} desc)`);
  const said = orNull(asJson<LineSaid>(l.said));
  const tail = subquery(
    "tail",
    sql`select ${pick(l, "id", "text")}, ${named({ upto, said })} from ${l} where ${l.taskId} = ${taskId}`,
  );
  return db.rows(sql`
    select ${pick(tail, "text", "said")} from ${tail} where ${tail.upto} <= ${LONGEST_LOG} order by ${tail.id}`);
}

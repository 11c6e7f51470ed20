import { components, languages, projects, taskLines, tasks, translations } from "@/lib/generated/tables";
import { named, pick, subquery } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { asJson, asNumber, asText, orNull } from "@/lib/platform/expressions";
import type { Payload } from "./kinds";
import type { LineSaid } from "./said-line";
import { isFinal, type TaskRow } from "./tasks";

const [l, k] = [taskLines.as("l"), tasks.as("k")];
const [p, c, t, g] = [projects.as("p"), components.as("c"), translations.as("t"), languages.as("g")];

export interface TaskView {
  completed: boolean;
  /** 0…99 while running, 100 when final. */
  progress: number;
  result: unknown;
  /** Lines joined by line feeds, the last 64 KB; each begins with the path of what the task works on. */
  log: string;
}

const LONGEST_LOG = 65_536;

/**
 * The task as the outside sees it. The result is null while it waits, an object with `progress` and the related id
 * while it runs, and the task's own when done; failed, it is the error's text.
 */
export async function taskView(task: TaskRow): Promise<TaskView> {
  const completed = isFinal(task);
  const [log, path] = await Promise.all([readLog(task.id), pathOf(task)]);
  const prefix = path ? `${path}: ` : "";
  return {
    completed,
    progress: completed ? 100 : task.progress,
    result: resultOf(task),
    log: log
      .flatMap(({ text }) => text.split("\n"))
      .map((line) => prefix + line)
      .join("\n"),
  };
}

/** The path of the translation, component or project that a task works on; "" for none of them. */
async function pathOf({ id }: TaskRow): Promise<string> {
  const slugs = sql`${p.slug}, nullif(category_path(${c.categoryId}), ''), ${c.slug}, ${g.code}`;
  const row = await db.one(sql`
    select ${named({ path: asText(sql`concat_ws('/', ${slugs})`) })} from ${k}
    left join ${t} on ${t.id} = ${k.translationId} left join ${g} on ${g.id} = ${t.languageId}
    left join ${c} on ${c.id} = coalesce(${t.componentId}, ${k.componentId})
    left join ${p} on ${p.id} = coalesce(${c.projectId}, ${k.projectId}) where ${k.id} = ${id}`);
  return row?.path ?? "";
}

function resultOf(task: TaskRow): unknown {
  if (task.state === "pending") return null;
  if (task.state === "done") return doneResult(task);
  if (task.state !== "running") return task.result;
  const related =
    task.translationId !== null
      ? { translation: task.translationId }
      : task.componentId !== null
        ? { component: task.componentId }
        : {};
  return { progress: task.progress, ...related, ...(task.result as object | null) };
}

/** Tasks that read the files of a component end with its id alone, and with what went wrong or is worth knowing. */
function doneResult({ kind, payload, componentId, result }: TaskRow): unknown {
  if (kind === "create-component") return { component: payload.component };
  if (componentId === null || typeof result !== "object" || result === null || !readsFiles(kind, payload))
    return result;
  const { result: worked, ...more } = result as { result?: unknown };
  return { component: componentId, ...(worked === false ? { result: worked } : {}), ...more };
}

const READING: ReadonlySet<unknown> = new Set<Payload<"repository-operation">["operation"]>([
  ...(["pull", "pull-rebase", "pull-merge", "pull-merge-noff", "reset", "reset-keep", "file-scan"] as const),
]);

const readsFiles = (kind: string, { operation }: TaskRow["payload"]): boolean =>
  kind === "update-repository" || (kind === "repository-operation" && READING.has(operation));

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

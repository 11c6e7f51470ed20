import type { ReactNode } from "react";
import { type Texts, useTexts } from "#texts";
import { worded } from "@/lib/domain/errors";
import { linesOf } from "@/lib/domain/integrate/operations";
import type { TaskLine } from "@/lib/domain/statistics/management";
import { urls } from "@/lib/urls";
import { Cell } from "./cell";
import { EmptyState } from "./empty-state";
import { sentenceWords } from "./error-words";
import { taskTitle } from "./load-task";
import { failureWords, stageWords } from "./log-words";
import { path } from "./paths";
import { RelativeTime } from "./relative-time";
import { Table } from "./table";
import { TickCell, type Ticks } from "./tick-cell";

/** Names of the states of tasks. */
export const TASK_STATES = {
  pending: "tasks.state.pending",
  running: "tasks.state.running",
  done: "tasks.state.done",
  failed: "tasks.state.failed",
  cancelled: "tasks.state.cancelled",
} as const;

/** Background tasks, newest first, each a link to its log. */
export function TaskList({
  tasks,
  places = false,
  acts,
  ticks,
}: {
  tasks: readonly TaskLine[];
  places?: boolean;
  /** What can be done with one, as the last column. */
  acts?: (task: TaskLine) => ReactNode;
  ticks?: Ticks;
}) {
  const t = useTexts();
  if (tasks.length === 0) return <EmptyState title={t("tasks.none")}>{t("tasks.noneText")}</EmptyState>;
  return (
    <Table
      name="tasks"
      label={t("tasks.tasks")}
      columns={[
        ...(ticks ? [{ label: t("work.choose"), hidden: true, className: "w-10" }] : []),
        { label: t("tasks.title") },
        { key: "state", label: t("common.state") },
        { key: "result", label: t("tasks.result"), wide: true },
        { key: "by", label: t("tasks.by"), wide: true },
        { key: "created", label: t("tasks.created") },
        ...(acts ? [{ label: t("tasks.act"), hidden: true }] : []),
      ]}
    >
      {tasks.map((task) => (
        <tr key={task.id}>
          {ticks ? (
            <TickCell ticks={ticks} value={task.id} label={t("work.chooseName", { name: taskTitle(t, task) })} />
          ) : null}
          <Cell head>
            <a className="name-link" href={path(urls.task(task.id).web)}>
              {taskTitle(t, task)}
            </a>
            {places && task.projectName ? (
              <span className="block text-meta text-ink-3">
                {[task.projectName, task.componentName].filter(Boolean).join(" › ")}
              </span>
            ) : null}
          </Cell>
          <Cell>
            <span
              className={refused(task) ? "text-failing" : task.state === "running" ? "text-translated" : "text-ink-2"}
            >
              {t(refused(task) ? "tasks.state.failed" : TASK_STATES[task.state])}
              {task.state === "running" ? ` ${task.progress} %` : ""}
            </span>
          </Cell>
          <Cell wide className="max-w-md truncate text-ink-2">
            {outcome(t, task)}
          </Cell>
          <Cell wide>{task.username ? <bdi>{task.username}</bdi> : <span className="text-ink-3">Loquat</span>}</Cell>
          <Cell>
            <RelativeTime at={task.createdAt} />
          </Cell>
          {acts ? <Cell numeric>{acts(task)}</Cell> : null}
        </tr>
      ))}
    </Table>
  );
}

function fields(result: unknown): Record<string, unknown> {
  return typeof result === "object" && result !== null ? (result as Record<string, unknown>) : {};
}

function refused(task: TaskLine): boolean {
  return task.state === "failed" || (task.state === "done" && fields(task.result).result === false);
}

function outcome(t: Texts, task: TaskLine): string {
  if (typeof task.result === "string") return failureWords(t, task.result, task.failure).slice(0, 300);
  const result = fields(task.result);
  const { detail, stage, files, strings, commit } = result;
  if (typeof detail === "string")
    return linesOf(result)
      .map((line) => sentenceWords(t, worded(line)))
      .join(" ")
      .slice(0, 300);
  if (typeof files === "number" && typeof strings === "number") return t("tasks.size", { files, strings });
  if (typeof commit === "string") return t("tasks.commit", { commit: commit.slice(0, 7) });
  return task.state === "running" && typeof stage === "string" ? stageWords(t, stage) : "";
}

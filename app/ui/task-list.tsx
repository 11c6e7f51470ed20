import type { TaskLine } from "@/lib/domain/statistics/manage";
import { urls } from "@/lib/urls";
import { Ago } from "./ago";
import { Cell } from "./cell";
import { EmptyState } from "./empty-state";
import { taskTitle } from "./load-task";
import { counted } from "./numbers";
import { path } from "./paths";
import { Table } from "./table";

const STATES = {
  pending: "waiting",
  running: "running",
  done: "done",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** Background tasks, newest first, each a link to its log. */
export function TaskList({ tasks, places = false }: { tasks: readonly TaskLine[]; places?: boolean }) {
  if (tasks.length === 0)
    return <EmptyState title="No tasks">Imports, commits, updates and pushes are listed here.</EmptyState>;
  return (
    <Table
      label="Tasks"
      columns={[
        { label: "Task" },
        { label: "State" },
        { label: "What came of it", wide: true },
        { label: "By", wide: true },
        { label: "When" },
      ]}
    >
      {tasks.map((task) => (
        <tr key={task.id} className="hover:bg-sunken">
          <Cell head>
            <a className="name-link" href={path(urls.task(task.id).web)}>
              {taskTitle(task)}
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
              {refused(task) ? "failed" : STATES[task.state]}
              {task.state === "running" ? ` ${task.progress} %` : ""}
            </span>
          </Cell>
          <Cell wide className="max-w-md truncate text-ink-2">
            {outcome(task)}
          </Cell>
          <Cell wide>{task.username ? <bdi>{task.username}</bdi> : <span className="text-ink-3">Loquat</span>}</Cell>
          <Cell>
            <Ago at={task.createdAt} />
          </Cell>
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

function outcome(task: TaskLine): string {
  if (typeof task.result === "string") return task.result.slice(0, 300);
  const { detail, stage, files, strings, commit } = fields(task.result);
  if (typeof detail === "string") return detail.slice(0, 300);
  if (typeof files === "number" && typeof strings === "number")
    return `${counted(files, "file")}, ${counted(strings, "string")}`;
  if (typeof commit === "string") return `commit ${commit.slice(0, 7)}`;
  return task.state === "running" && typeof stage === "string" ? stage : "";
}

import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { useTexts } from "#texts";
import { classes } from "./classes";
import type { TaskSummary } from "./task-summary";

/** One task: name, stage, bar, and its log behind a click. */
export function TaskRow({ task, title, openLog = false }: { task: TaskSummary; title: string; openLog?: boolean }) {
  const t = useTexts();
  const Icon = task.failed ? CircleAlert : task.completed ? CircleCheck : LoaderCircle;
  return (
    <div className="panel p-4" data-task={task.state}>
      <div className="flex items-center gap-3">
        <Icon
          aria-hidden
          size={20}
          className={classes(
            "shrink-0",
            task.failed
              ? "text-failing"
              : task.completed
                ? "text-approved"
                : "animate-[spin_1.4s_linear_infinite] text-translated",
          )}
        />
        <p className="min-w-0 grow font-medium">{title}</p>
        <span className="text-table text-ink-2 tabular-nums">{task.progress} %</span>
      </div>
      <div
        role="progressbar"
        aria-label={title}
        aria-valuenow={task.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-2 h-2 overflow-hidden rounded-full border border-line bg-sunken"
      >
        <div
          className={classes("h-full transition-[width] duration-200", task.failed ? "bg-failing" : "bg-primary")}
          style={{ width: `${task.progress}%` }}
        />
      </div>
      <p
        role="status"
        className={classes("mt-2 whitespace-pre-line text-table", task.failed ? "text-failing" : "text-ink-2")}
      >
        {task.text}
      </p>
      {task.log ? (
        <details className="mt-2" open={openLog || task.failed}>
          <summary className="inline-flex min-h-8 items-center text-table text-primary underline underline-offset-2">
            {t("progress.log")}
          </summary>
          <pre
            dir="ltr"
            className="mt-1 max-h-72 overflow-auto whitespace-pre-wrap rounded-control bg-sunken p-3 font-mono text-meta"
          >
            {task.log}
          </pre>
        </details>
      ) : null}
    </div>
  );
}

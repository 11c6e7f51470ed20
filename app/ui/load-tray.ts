import type { Texts } from "#texts";
import type { Actor } from "@/lib/domain/access/actor";
import { type TaskCounts, waitingFor } from "@/lib/domain/notices/inbox";
import { listOwnTasks, type TaskLine } from "@/lib/domain/statistics/management";
import { hasFailed } from "@/lib/domain/tasks/manage-tasks";
import { urls } from "@/lib/urls";
import { taskTitle, textOf } from "./load-task";
import { path } from "./paths";
import type { TrayAnswer, TrayState, TrayTask } from "./tray-state";

/** Tasks that the panel shows; the page has all of them. */
const SHOWN = 8;

/** What the button says; nothing where there is nothing to tell. */
export function trayState(t: Texts, { running, progress, ended, failed }: TaskCounts): TrayState | undefined {
  if (running + ended === 0) return undefined;
  const label =
    running > 0
      ? t("tasks.tray.running", { count: running, progress: String(progress) })
      : failed > 0
        ? t("tasks.tray.failed", { count: failed })
        : t("tasks.tray.ended", { count: ended });
  return { running, progress, failed: failed > 0, label };
}

/** What the panel shows. */
export async function loadTray(t: Texts, actor: Actor): Promise<TrayAnswer> {
  const [{ tasks }, { rows }] = await Promise.all([
    waitingFor(actor),
    listOwnTasks(actor, { told: true, limit: SHOWN }),
  ]);
  const state = trayState(t, tasks) ?? { running: 0, progress: 0, failed: false, label: t("tasks.tray.heading") };
  return {
    ...state,
    tasks: rows.map((row) => trayTask(t, row)),
    words: {
      heading: t("tasks.tray.heading"),
      all: t("tasks.tray.all"),
      log: t("progress.log"),
      none: t("tasks.tray.none"),
    },
  };
}

function trayTask(t: Texts, task: TaskLine): TrayTask {
  const title = taskTitle(t, task);
  const completed = task.finishedAt !== null;
  return {
    ...{ id: task.id, title, completed, failed: hasFailed(task), place: placeOfTask(task) },
    address: path(urls.task(task.id).web),
    logLabel: t("tasks.tray.logOf", { task: title }),
    progress: completed ? 100 : task.progress,
    text: textOf(t, task, task.failure),
  };
}

/** Where a task works, as far as that is there. */
export function placeOfTask({
  projectName,
  projectSlug,
  componentName,
  componentSlug,
  categoryPath,
}: TaskLine): TrayTask["place"] {
  if (!projectSlug || !projectName) return null;
  if (!componentSlug || !componentName) return { name: projectName, address: path(urls.project(projectSlug).web) };
  const component = urls.component({ projectSlug, componentSlug, categoryPath: categoryPath ?? "" });
  return { name: `${projectName} › ${componentName}`, address: path(component.web) };
}

import { ActionForm } from "@/app/ui/action-form";
import { Field } from "@/app/ui/field";
import { FilterForm } from "@/app/ui/filter-form";
import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { TASK_NAMES, taskTitle } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TASK_STATES, TaskList } from "@/app/ui/task-list";
import { TickedForm } from "@/app/ui/ticked-form";
import { listTasks, type TaskLine } from "@/lib/domain/statistics/management";
import type { TaskKind } from "@/lib/domain/tasks/kinds";
import { canRetry, TASK_ACTS } from "@/lib/domain/tasks/manage-tasks";
import { urls } from "@/lib/urls";
import { actOnTicked, cancel, retry } from "./actions";

export const generateMetadata = titled("tasks.tasks");

const SIZE = 50;
const FORM = "chosen-tasks";

/** Background tasks of the whole installation. */
export default async function TasksPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const asked = await searchParams;
    const kinds = Object.keys(TASK_NAMES) as TaskKind[];
    const states = Object.keys(TASK_STATES) as TaskLine["state"][];
    const [kind, state] = [
      kinds.find((name) => name === one(asked.kind)),
      states.find((name) => name === one(asked.state)),
    ];
    const project = one(asked.project).trim().slice(0, 100) || undefined;
    const after = one(asked.after) || undefined;
    const { rows, next } = await listTasks(await currentActor(), { state, kind, project, after, limit: SIZE });
    const query = { kind, state, project };
    const act = (task: TaskLine) => {
      const again = canRetry(task);
      if (!again && task.state !== "pending" && task.state !== "running") return null;
      const label = t(again ? "tasks.retryOne" : "tasks.cancelOne", { task: taskTitle(t, task) });
      return (
        <ActionForm action={(again ? retry : cancel).bind(null, task.id)} label={label}>
          <Submit kind="secondary" small aria-label={label}>
            {t(again ? "tasks.retry" : "tasks.cancel")}
          </Submit>
        </ActionForm>
      );
    };
    return (
      <Page title={t("tasks.tasks")} lead={t("tasks.lead")}>
        <FilterForm label={t("tasks.find")}>
          <Select
            label={t("common.state")}
            name="state"
            defaultValue={state ?? ""}
            choices={[
              { value: "", label: t("tasks.anyState") },
              ...states.map((value) => ({ value, label: t(TASK_STATES[value]) })),
            ]}
          />
          <Select
            label={t("manage.kind")}
            name="kind"
            defaultValue={kind ?? ""}
            choices={[
              { value: "", label: t("tasks.anyKind") },
              ...kinds.map((value) => ({ value, label: t(TASK_NAMES[value]) })),
            ]}
          />
          <Field
            label={t("tasks.project")}
            name="project"
            defaultValue={project}
            dir="ltr"
            autoComplete="off"
            className="min-w-40 sm:max-w-[220px]"
          />
        </FilterForm>
        <TaskList tasks={rows} places acts={act} ticks={{ form: FORM, name: "task" }} />
        {rows.length > 0 ? (
          <TickedForm
            id={FORM}
            action={actOnTicked}
            label={t("tasks.ticked.title")}
            acts={TASK_ACTS.map((value) => ({ value, label: t(`tasks.${value}`) }))}
            submit={t("manage.people.act.do")}
          />
        ) : null}
        <KeyPager
          first={after ? path(urls.siteTasks(query)) : undefined}
          next={next ? path(urls.siteTasks({ ...query, after: next })) : undefined}
        />
      </Page>
    );
  });
}

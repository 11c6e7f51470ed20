import { AskFirst } from "@/app/ui/ask-first";
import { componentCrumbs } from "@/app/ui/crumbs";
import { DefinitionList } from "@/app/ui/definition-list";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { summarizeTask, taskTitle } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { currentActor } from "@/app/ui/session";
import { TaskProgress } from "@/app/ui/task-progress";
import { addressOf, findComponentById } from "@/lib/domain/components/components";
import { findVisibleTask, mayCancelTask } from "@/lib/domain/components/task-access";
import { seeOwnTask } from "@/lib/domain/tasks/own-tasks";
import { urls } from "@/lib/urls";
import { cancel } from "./actions";

export const generateMetadata = titled("tasks.title");

/** A background task while it runs, and its log. */
export default async function TaskPage({ params }: { params: Promise<{ uuid: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const task = await findVisibleTask(actor, (await params).uuid);
    await seeOwnTask(actor, task);
    const component =
      task.componentId === null ? undefined : await findComponentById(actor, task.componentId).catch(() => undefined);
    const title = taskTitle(t, task);
    const cancellable = await mayCancelTask(actor, task);
    return (
      <Page
        title={title}
        crumbs={component ? [...componentCrumbs(t, component), { label: title }] : undefined}
        actions={
          component ? (
            <LinkButton href={path(urls.component(addressOf(component)).web)}>
              {t("tasks.open", { component: component.name })}
            </LinkButton>
          ) : null
        }
        narrow
      >
        <TaskProgress task={await summarizeTask(task)} title={title} refresh={cancellable} openLog />
        {cancellable ? (
          <div className="mt-3">
            <AskFirst
              action={cancel.bind(null, task.id)}
              open={t("tasks.cancel")}
              label={t("tasks.cancelOne", { task: title })}
              question={t("tasks.cancelAsk")}
            />
          </div>
        ) : null}
        <div className="mt-5">
          <DefinitionList
            facts={[
              [t("tasks.started"), <RelativeTime key="started" at={task.createdAt} />],
              [t("tasks.ended"), task.finishedAt ? <RelativeTime key="ended" at={task.finishedAt} /> : ""],
              [
                t("tasks.id"),
                <code key="id" dir="ltr" className="font-mono text-meta break-all">
                  {task.id}
                </code>,
              ],
            ]}
          />
        </div>
      </Page>
    );
  });
}

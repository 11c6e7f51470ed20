import { Callout } from "@/app/ui/callout";
import { CodeBlock } from "@/app/ui/code-block";
import { componentCrumbs } from "@/app/ui/crumbs";
import { EmptyState } from "@/app/ui/empty-state";
import { lockWords } from "@/app/ui/error-words";
import { HookSetup } from "@/app/ui/hook-setup";
import { LinkButton } from "@/app/ui/link-button";
import { loadTask } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { TaskList } from "@/app/ui/task-list";
import { TaskProgress } from "@/app/ui/task-progress";
import { can } from "@/lib/domain/access/demand";
import { countOpenClashes } from "@/lib/domain/clashes/list";
import { addressOf, type ComponentRow, scopeOf } from "@/lib/domain/components/components";
import { isClosed } from "@/lib/domain/components/edit-lock";
import { findVisibleTask } from "@/lib/domain/components/task-access";
import { isFromRemote } from "@/lib/domain/creation/from-component";
import { Failed } from "@/lib/domain/errors";
import { componentRepositoryStatus } from "@/lib/domain/integrate/operations";
import { planOfTask } from "@/lib/domain/integrate/plan-operation";
import { countSourceEdits } from "@/lib/domain/source-edits/list";
import { tasksOfRepository } from "@/lib/domain/statistics/management";
import { readPipeline } from "@/lib/domain/statistics/pipeline";
import type { RepositoryState } from "@/lib/domain/working-copy/status";
import { urls } from "@/lib/urls";
import { AccessNote } from "./access-note";
import { DangerZone } from "./danger-zone";
import { FailureNote } from "./failure-note";
import { LockForm } from "./lock-form";
import { ReformatForm } from "./reformat-form";
import { RepositoryDiagram } from "./repository-diagram";
import { RepositorySteps } from "./repository-steps";
import { RequestNote } from "./request-note";

/** The state of a repository as one machine: what waits, and the one step that is needed now. */
export async function ComponentRepository({
  component,
  task,
  confirm,
}: {
  component: ComponentRow;
  task: string;
  confirm: string;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const home = urls.component(addressOf(component));
  let state: RepositoryState | undefined;
  try {
    state = await componentRepositoryStatus(actor, component);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  }
  const [tasks, pipeline, clashes, edits] = await Promise.all([
    tasksOfRepository(component.repositoryId, 12),
    readPipeline({ repositoryId: component.repositoryId }),
    countOpenClashes(actor, { componentId: component.id }),
    countSourceEdits(component.id),
  ]);
  const running = tasks.find((row) => row.state === "running" || row.state === "pending")?.id ?? (task || null);
  const planned = task ? planOfTask(await findVisibleTask(actor, task)) : undefined;
  const watched = planned && running === task ? undefined : await loadTask(actor, running);
  return (
    <Page
      title={t("repository.title", { component: component.name })}
      crumbs={[...componentCrumbs(t, component), { label: t("common.repository") }]}
      lead={
        component.linkedPlace
          ? t("repository.lead", {
              projectSlug: component.linkedPlace.projectSlug,
              componentSlug: component.linkedPlace.componentSlug,
            })
          : undefined
      }
      actions={
        <>
          <LinkButton href={path(home.operationsPage)}>{t("repository.undo")}</LinkButton>
          <LinkButton href={path(home.clashesPage)}>{t("clashes.name")}</LinkButton>
          <LinkButton href={path(home.settings)}>{t("common.settings")}</LinkButton>
        </>
      }
    >
      {component.locked && !isClosed(component) ? (
        <div className="mb-5">
          <Callout tone="warning" title={t("repository.paused")}>
            <p>{lockWords(t, component)}</p>
            <p>{t("repository.pausedUntil")}</p>
          </Callout>
        </div>
      ) : null}
      {clashes > 0 ? (
        <div className="mb-5">
          <Callout tone="warning" title={t("repository.clashes", { count: clashes })}>
            <a href={path(home.clashesPage)}>{t("repository.decideClashes")}</a>
          </Callout>
        </div>
      ) : null}
      {edits > 0 ? (
        <div className="mb-5">
          <Callout title={t("repository.sourceEdits", { count: edits })}>
            <a href={path(home.sourceEdits)}>{t("repository.decideSourceEdits")}</a>
          </Callout>
        </div>
      ) : null}
      {watched ? (
        <div className="mb-5">
          <TaskProgress key={watched.task.id} task={watched.task} title={watched.title} openLog={watched.task.failed} />
        </div>
      ) : null}
      {state === undefined ? (
        <EmptyState title={t("repository.unknown")}>{t("repository.unknownText")}</EmptyState>
      ) : (
        <>
          {state.mergeFailure ? <FailureNote failure={state.mergeFailure} said={state.mergeFailureSaid} /> : null}
          <RepositoryDiagram component={component} state={state} />
          {can(actor, "vcs.view", scopeOf(component)) ? <AccessNote component={component} /> : null}
          {state.request ? <RequestNote request={state.request} /> : null}
          <RepositorySteps component={component} state={state} pipeline={pipeline} actor={actor} />
          <div className="grid gap-x-8 lg:grid-cols-2">
            <div>
              <LockForm component={component} actor={actor} />
              <ReformatForm
                component={component}
                actor={actor}
                asked={confirm === "reformat"}
                plan={planned?.operation === "reformat" && confirm === "reformat" ? planned.plan : undefined}
              />
            </div>
            <DangerZone
              component={component}
              state={state}
              pipeline={pipeline}
              actor={actor}
              confirm={confirm}
              planned={planned?.operation === confirm ? planned : undefined}
            />
          </div>
        </>
      )}
      {state && can(actor, "vcs.access", scopeOf(component)) ? (
        <Section title={t("repository.clone.title")} lead={t("repository.clone.about")}>
          <CodeBlock text={component.gitExport || home.clone} />
        </Section>
      ) : null}
      {isFromRemote(component) && can(actor, "component.edit", scopeOf(component)) ? (
        <HookSetup component={component} />
      ) : null}
      <Section title={t("repository.log")}>
        <TaskList tasks={tasks} />
      </Section>
      {state?.status ? (
        <details className="panel">
          <summary className="flex min-h-11 list-none items-center px-4 font-medium">
            {t("repository.gitStatus")}
          </summary>
          <pre dir="ltr" className="whitespace-pre-wrap break-words border-t border-line p-4 font-mono text-meta">
            {state.status}
          </pre>
        </details>
      ) : null}
    </Page>
  );
}

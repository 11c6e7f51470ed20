import { CircleCheck } from "lucide-react";
import { AlertCard } from "@/app/ui/alert-card";
import { CopyAs } from "@/app/ui/copy-as";
import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { HookSetup } from "@/app/ui/hook-setup";
import { LinkButton } from "@/app/ui/link-button";
import { loadTask } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { TaskProgress } from "@/app/ui/task-progress";
import { presentNewComponent } from "@/lib/api/resources/component-input";
import { can } from "@/lib/domain/access/demand";
import type { AlertKind } from "@/lib/domain/components/alerts";
import { addressOf, findComponent, scopeOf } from "@/lib/domain/components/components";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { addressIn, findComponentPlace } from "@/lib/domain/creation/component-places";
import { isFromRemote } from "@/lib/domain/creation/from-component";
import { settingsToRepeat } from "@/lib/domain/creation/repeat-component";
import { openAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { Invalid, NotFound, Unauthenticated } from "@/lib/domain/errors";
import { urls } from "@/lib/urls";
import { WizardSteps } from "../../wizard-steps";

export const generateMetadata = titled("wizard.import.pageTitle");

/** New components while they are imported, and what can be done next. */
export default async function ImportPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const actor = await currentActor();
    const place = await findComponentPlace(actor, one(parameters.project)).catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      throw actor.isAnonymous ? new Unauthenticated("Sign in to add components.") : new NotFound(error.message);
    });
    const { projectName: project } = place;
    const slugs = one(parameters.components).split(",").filter(Boolean).slice(0, 100);
    if (slugs.length === 0) throw new NotFound("No components are named.");
    const rows = await Promise.all(
      slugs.map(async (slug) => {
        const component = await findComponent(actor, { ...addressIn(place), componentSlug: slug });
        const unread = { componentId: component.id, kind: "ParseError" satisfies AlertKind };
        return {
          component,
          alerts: (await openAlerts(actor, unread, { limit: 1, offset: 0 })).rows,
          may: can(actor, "vcs.update", scopeOf(component)),
          task: await loadTask(actor, component.taskId),
          numbers: await readCounter("component", component.id),
          settings: await settingsToRepeat(actor, component),
        };
      }),
    );
    const remote = rows.find(({ component }) => isFromRemote(component));
    const running = rows.some((row) => row.task && !row.task.task.completed);
    return (
      <Page
        title={running ? t("wizard.import.titleRunning") : t("wizard.import.title")}
        lead={t(running ? "wizard.import.leadRunning" : "wizard.import.lead", { count: rows.length, project })}
        crumbs={[
          projectsCrumb(t),
          { label: project, href: path(urls.project(place.projectSlug).web) },
          { label: t("wizard.importButton") },
        ]}
        actions={
          <LinkButton kind="primary" href={path(urls.project(place.projectSlug).web)}>
            {t("wizard.import.openProject", { project })}
          </LinkButton>
        }
      >
        {/* The steps of an import from a repository; other ways have none, or others. */}
        {remote ? <WizardSteps at={2} /> : null}
        <div className="mb-8 grid grid-cols-1 gap-3">
          {rows.map(({ component, alerts, may, task, numbers, settings }) => (
            <div key={component.id}>
              {task ? (
                <TaskProgress task={task.task} title={component.name} />
              ) : (
                <p className="panel flex items-center gap-3 p-4 font-medium" data-task="done">
                  <CircleCheck aria-hidden size={20} className="text-approved" />{" "}
                  {t("wizard.import.imported", { component: component.name })}
                </p>
              )}
              <p className="mt-2 flex flex-wrap items-center gap-3 text-table text-ink-2">
                <LinkButton small href={path(urls.component(addressOf(component)).web)}>
                  {t("wizard.import.openComponent", { component: component.name })}
                </LinkButton>
                {numbers.total > 0
                  ? t("wizard.import.size", { count: numbers.translations, strings: numbers.total })
                  : null}
              </p>
              {alerts.map((alert) => (
                <div key={alert.id} className="mt-2">
                  <AlertCard alert={alert} home={urls.component(addressOf(component)).web} may={may} />
                </div>
              ))}
              {settings ? (
                <div className="mt-2">
                  <CopyAs
                    title={t("wizard.import.viaApi", { component: component.name })}
                    method="POST"
                    url={urls.project(place.projectSlug).components}
                    body={presentNewComponent(settings)}
                  />
                </div>
              ) : null}
            </div>
          ))}
        </div>
        {remote ? <HookSetup component={remote.component} /> : null}
      </Page>
    );
  });
}

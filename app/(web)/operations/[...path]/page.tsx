import { componentCrumbs } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { leadTo } from "@/app/ui/lead-to";
import { LinkButton } from "@/app/ui/link-button";
import { loadTask } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { one, type PathPageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { TaskProgress } from "@/app/ui/task-progress";
import type { Actor } from "@/lib/domain/access/actor";
import { addressOf } from "@/lib/domain/components/components";
import { findVisibleTask } from "@/lib/domain/components/task-access";
import { findOperation, listOperations, readCursor } from "@/lib/domain/undo/operations";
import { resultOfTask } from "@/lib/domain/undo/undo";
import { urls } from "@/lib/urls";
import { isOfSettings, OperationList } from "./operation-list";
import { UndoQuestion, UndoReport } from "./undo-question";

export const generateMetadata = titledPlace("operations.undo");

const PAGE_SIZE = 30;

/** What changed many strings of a component at once, and taking it back. */
export default async function OperationsPage({ params, searchParams }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const place = await currentObject((await params).path);
    if (place.kind !== "component") return leadTo(place);
    const { component } = place;
    const parameters = await searchParams;
    const actor = await currentActor();
    const after = readCursor(one(parameters.after));
    const { rows, more } = await listOperations(actor, { component }, { after, limit: PAGE_SIZE });
    const home = path(urls.component(addressOf(component)).operationsPage);
    const { told, watched } = await theTask(actor, one(parameters.task));
    const asked = told?.plan && told.operation === one(parameters.undo) ? told.operation : undefined;
    const last = rows.at(-1);
    return (
      <Page
        title={t("operations.title", { component: component.name })}
        crumbs={[...componentCrumbs(t, component), { label: t("operations.undo") }]}
        lead={t("operations.lead")}
      >
        {watched ? (
          <div className="mb-5">
            <TaskProgress
              key={watched.task.id}
              task={watched.task}
              title={watched.title}
              openLog={watched.task.failed}
            />
          </div>
        ) : null}
        {told?.plan && asked ? (
          <UndoQuestion
            component={component.id}
            operation={asked}
            plan={told.plan}
            home={home}
            settings={await ofSettings(actor, asked, component)}
          />
        ) : null}
        {told?.done ? (
          <UndoReport done={told.done} settings={await ofSettings(actor, told.operation, component)} />
        ) : null}
        {rows.length === 0 ? (
          <EmptyState title={t("operations.none")}>{t("operations.noneText")}</EmptyState>
        ) : (
          <OperationList component={component.id} rows={rows} />
        )}
        {more && last ? (
          <p className="mt-4">
            <LinkButton href={`${home}?after=${last.cursor}`}>{t("operations.older")}</LinkButton>
          </p>
        ) : null}
      </Page>
    );
  });
}

const ofSettings = async (actor: Actor, id: string, component: { id: number }) =>
  isOfSettings(await findOperation(actor, id, component));

/** What a task of one's own has come to, or the task itself while it runs. */
async function theTask(actor: Actor, id: string) {
  if (!id) return {};
  const row = await findVisibleTask(actor, id);
  const told = row.userId === actor.userId ? resultOfTask(row) : undefined;
  return told ? { told } : { watched: await loadTask(actor, id) };
}

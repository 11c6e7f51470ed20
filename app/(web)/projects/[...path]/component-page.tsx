import { Download, GitBranch, Lock, Plus, Puzzle, Settings, TriangleAlert } from "lucide-react";
import { AskLanguageLinks } from "@/app/ui/ask-language-links";
import { BulkLinks } from "@/app/ui/bulk-links";
import { Callout } from "@/app/ui/callout";
import { placeCrumbs } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { lockWords } from "@/app/ui/error-words";
import { FindLanguages, NoLanguageFound } from "@/app/ui/find-languages";
import { languageNames } from "@/app/ui/language-names";
import { LanguageRequestsNote } from "@/app/ui/language-requests-note";
import { LinkButton } from "@/app/ui/link-button";
import { loadTask } from "@/app/ui/load-task";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { checksPath, commentsPath, path, sideOf } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { TaskProgress } from "@/app/ui/task-progress";
import { WatchMenu } from "@/app/ui/watch-menu";
import { orderLinks, orderQuery } from "@/app/ui/work-order";
import { WorkSummary } from "@/app/ui/work-summary";
import { can } from "@/lib/domain/access/demand";
import { readAgreement } from "@/lib/domain/components/agreement";
import { listAlerts } from "@/lib/domain/components/alerts";
import { addressOf, scopeOf } from "@/lib/domain/components/components";
import { isClosed } from "@/lib/domain/components/edit-lock";
import { readCounter } from "@/lib/domain/counters/read-counters";
import type { OrderedBy } from "@/lib/domain/counters/work-order";
import { mayAddLanguage } from "@/lib/domain/creation/add-language";
import { readPipeline } from "@/lib/domain/statistics/pipeline";
import { listTranslations } from "@/lib/domain/translations/translations";
import { mayManage } from "@/lib/domain/units/manage-units";
import { urls } from "@/lib/urls";
import { ComponentDetails } from "./component-details";
import { type AskedTerms, GlossaryTerms } from "./glossary-terms";
import { HealthStrip } from "./health-strip";
import { LanguageTable } from "./language-table";

/** Languages on a page. */
const SIZE = 100;

/** A component: its languages, how its repository is, and what it is made of. */
export async function ComponentPage({
  place,
  page: wanted,
  order,
  words,
  terms,
}: {
  place: ObjectOf<"component">;
  page: string | string[] | undefined;
  order: OrderedBy;
  /** What somebody typed to narrow the languages. */
  words: string;
  terms: AskedTerms;
}) {
  const t = await getTexts();
  const { component } = place;
  const page = readPage(wanted);
  const actor = await currentActor();
  const where = scopeOf(component);
  const home = urls.component(addressOf(component));
  const [numbers, translations, alerts, pipeline, task, agreement] = await Promise.all([
    readCounter("component", component.id),
    listTranslations(
      actor,
      { component, typed: languageNames(t).typed(words) },
      { limit: SIZE, offset: (page - 1) * SIZE },
      order,
    ),
    listAlerts(component.id),
    readPipeline({ repositoryId: component.repositoryId }),
    loadTask(actor, component.taskId),
    readAgreement(actor, component),
  ]);
  const open = alerts.filter((alert) => !alert.dismissed);
  const edits = can(actor, "component.edit", where);
  const keeps = (["vcs.update", "vcs.commit", "vcs.push", "vcs.reset"] as const).some((right) =>
    can(actor, right, where),
  );
  const importing = component.importedAt === null;
  const sourceAddress = { ...addressOf(component), languageCode: component.sourceLanguage.code };
  return (
    <Page
      title={component.name}
      crumbs={placeCrumbs(t, place)}
      actions={
        <>
          <WatchMenu
            project={addressOf(component).projectSlug}
            place={{ projectId: component.projectId, componentId: component.id }}
          />
          {mayAddLanguage(actor, component) && !importing ? (
            <LinkButton href={path(home.newLanguage)} kind="primary">
              <Plus aria-hidden size={16} /> {t("component.addLanguage")}
            </LinkButton>
          ) : (
            <AskLanguageLinks place={place} />
          )}
          {!importing && mayManage(actor, component, "add") ? (
            <LinkButton href={path(urls.translation(sourceAddress).addString)}>
              <Plus aria-hidden size={16} /> {t("addString.title")}
            </LinkButton>
          ) : null}
          {can(actor, "translation.download", where) ? (
            <LinkButton href={sideOf(home.web, "download")}>
              <Download aria-hidden size={16} /> {t("common.download")}
            </LinkButton>
          ) : null}
          <BulkLinks actor={actor} place={place} />
          {keeps ? (
            <LinkButton href={path(home.repositoryPage)}>
              <GitBranch aria-hidden size={16} /> {t("common.repository")}
            </LinkButton>
          ) : null}
          {edits ? (
            <LinkButton href={path(home.addons)}>
              <Puzzle aria-hidden size={16} /> {t("common.addons")}
            </LinkButton>
          ) : null}
          {edits ? (
            <LinkButton href={path(home.settings)}>
              <Settings aria-hidden size={16} /> {t("common.settings")}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <WorkSummary
        numbers={numbers}
        checks={checksPath(addressOf(component))}
        comments={commentsPath(addressOf(component))}
      />
      <div className="mb-5 grid gap-3">
        {task && (!task.task.completed || (importing && task.task.failed)) ? (
          <TaskProgress task={task.task} title={task.title} />
        ) : null}
        {component.locked ? (
          <Callout tone="warning" title={t(isClosed(component) ? "component.locked" : "component.paused")}>
            <span className="inline-flex items-start gap-1">
              <Lock aria-hidden size={14} className="mt-1 shrink-0" /> {lockWords(t, component)}
            </span>
          </Callout>
        ) : null}
        <LanguageRequestsNote place={place} />
        {agreement.text !== "" && agreement.signedAt === null && !actor.isAnonymous && !actor.isBot ? (
          <Callout
            title={t("agreement.ask")}
            action={
              <LinkButton small href={path(home.agreementPage)}>
                {t("agreement.read")}
              </LinkButton>
            }
          />
        ) : null}
        {open.length > 0 && (edits || keeps) ? (
          <Callout
            tone="error"
            title={t("component.problems", { count: open.length })}
            action={
              <LinkButton small href={path(home.alerts)}>
                <TriangleAlert aria-hidden size={16} /> {t("component.show")}
              </LinkButton>
            }
          />
        ) : null}
      </div>
      {importing ? null : (
        <HealthStrip component={component} pipeline={pipeline} href={keeps ? path(home.repositoryPage) : undefined} />
      )}
      {component.isGlossary && !importing ? <GlossaryTerms component={component} actor={actor} asked={terms} /> : null}
      {translations.count === 0 && words === "" ? (
        <EmptyState title={importing ? t("component.importing") : t("component.noLanguages")}>
          {importing ? t("component.importingText") : t("component.noLanguagesText")}
        </EmptyState>
      ) : (
        <>
          <FindLanguages words={words} count={translations.count} query={orderQuery(order)} />
          {translations.count === 0 ? (
            <NoLanguageFound query={orderQuery(order)} />
          ) : (
            <LanguageTable
              component={component}
              translations={translations.rows}
              byName={order.order === "name" && translations.count <= SIZE ? (order.down ? "down" : "up") : undefined}
              sort={orderLinks(order, { q: words || undefined })}
            />
          )}
          <Pager
            page={page}
            size={SIZE}
            total={translations.count}
            query={{ ...orderQuery(order), q: words || undefined }}
          />
        </>
      )}
      <ComponentDetails component={component} actor={actor} />
    </Page>
  );
}

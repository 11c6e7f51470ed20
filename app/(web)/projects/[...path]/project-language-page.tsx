import { BookOpen, Rows3 } from "lucide-react";
import { BulkLinks } from "@/app/ui/bulk-links";
import { ChangeList } from "@/app/ui/change-list";
import { placeCrumbs } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { languageNames } from "@/app/ui/language-names";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { Pager, readPage } from "@/app/ui/pager";
import { editorPath, path, sideOf } from "@/app/ui/paths";
import { PeopleList } from "@/app/ui/people-list";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { toDo } from "@/app/ui/work-numbers";
import { orderLinks, orderQuery } from "@/app/ui/work-order";
import { WorkSummary } from "@/app/ui/work-summary";
import { WorkTable } from "@/app/ui/work-table";
import { recentChanges } from "@/lib/domain/changes/list";
import { noCounters } from "@/lib/domain/counters/read-counters";
import type { OrderedBy } from "@/lib/domain/counters/work-order";
import { languagesToAskFor } from "@/lib/domain/creation/asked-languages";
import { listContributors } from "@/lib/domain/statistics/contributors";
import { projectLanguageCounters } from "@/lib/domain/statistics/visible";
import { listTranslations, translationAddress } from "@/lib/domain/translations/translations";
import { urls } from "@/lib/urls";
import { ComponentsWithout } from "./components-without";

/** Components on a page. */
const SIZE = 100;

/** One language over all components of a project. */
export async function ProjectLanguagePage({
  place,
  page: wanted,
  order,
}: {
  place: ObjectOf<"project-language">;
  page: string | string[] | undefined;
  order: OrderedBy;
}) {
  const t = await getTexts();
  const names = languageNames(t);
  const { project, language } = place;
  const page = readPage(wanted);
  const actor = await currentActor();
  const [numbers, { rows, count }, changes, people] = await Promise.all([
    projectLanguageCounters(actor, project.id, language.id),
    listTranslations(
      actor,
      { projectId: project.id, languageId: language.id },
      { limit: SIZE, offset: (page - 1) * SIZE },
      order,
    ),
    recentChanges(actor, { projectId: project.id, languageId: language.id }, 15),
    listContributors(actor, { projectId: project.id, languageId: language.id }, 84, 10),
  ]);
  const asks = count === 0 && (await languagesToAskFor(actor, { project }, [language.id])).length > 0;
  const here = path(urls.project(project.slug).language(language.code).web);
  const all = sideOf(here, "translate");
  const left = toDo(numbers ?? noCounters());
  return (
    <Page
      title={t("project.languageTitle", { language: names.of(language.name), project: project.name })}
      crumbs={placeCrumbs(t, place)}
      lead={
        language.nativeName && language.nativeName !== names.of(language.name) ? (
          <bdi className="font-native" lang={language.code.replaceAll("_", "-")}>
            {language.nativeName}
          </bdi>
        ) : undefined
      }
      actions={
        <>
          {count > 0 ? (
            <>
              <LinkButton kind="primary" href={left > 0 ? `${all}?q=${encodeURIComponent("state:<translated")}` : all}>
                {t("project.translateAll")}
              </LinkButton>
              <LinkButton href={sideOf(here, "zen")}>
                <Rows3 aria-hidden size={16} /> {t("translation.zen")}
              </LinkButton>
              <LinkButton href={sideOf(here, "browse")}>
                <BookOpen aria-hidden size={16} /> {t("translation.browse")}
              </LinkButton>
            </>
          ) : null}
          <BulkLinks actor={actor} place={place} />
        </>
      }
    >
      <WorkSummary
        numbers={numbers ?? noCounters()}
        checks={path(urls.checks("-", [project.slug, "-", language.code]))}
        comments={path(urls.comments([project.slug, "-", language.code]))}
      />
      {count === 0 ? (
        <EmptyState
          title={t("project.nothingIn", { language: names.of(language.name) })}
          action={
            asks ? (
              <LinkButton
                kind="primary"
                href={`${path(urls.project(project.slug).newLanguage)}?language=${encodeURIComponent(language.code)}`}
              >
                {t("languageRequests.askFor", { language: names.of(language.name) })}
              </LinkButton>
            ) : (
              <LinkButton href={path(urls.project(project.slug).web)}>
                {t("project.componentsOf", { project: project.name })}
              </LinkButton>
            )
          }
        >
          {t("project.addLanguageHint")}
        </EmptyState>
      ) : (
        <WorkTable
          label={t("project.componentsIn", { language: names.of(language.name) })}
          head={t("common.component")}
          sort={orderLinks(order)}
          lines={rows.map((row) => {
            const address = translationAddress(row);
            return {
              key: row.id,
              name: row.component.name,
              plainName: row.component.name,
              href: path(urls.translation(address).web),
              numbers: row.counters,
              translate: editorPath(address, toDo(row.counters) > 0 ? "state:<translated" : ""),
              note: row.isSource ? t("common.sourceLanguageNote") : undefined,
            };
          })}
        />
      )}
      <Pager page={page} size={SIZE} total={count} query={orderQuery(order)} />
      <div className="mt-8">
        <ComponentsWithout project={project} language={language} />
      </div>
      <div className="mt-8 grid gap-6 lg:grid-cols-[1fr_300px]">
        <Section title={t("common.recentChanges")}>
          <ChangeList changes={changes} />
        </Section>
        <Section title={t("common.people")} lead={t("common.last12Weeks")}>
          <PeopleList people={people} />
        </Section>
      </div>
    </Page>
  );
}

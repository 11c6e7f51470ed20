import { Download, ExternalLink, Plus, Puzzle, Settings, TriangleAlert, Users } from "lucide-react";
import { AskLanguageLinks } from "@/app/ui/ask-language-links";
import { BulkLinks } from "@/app/ui/bulk-links";
import { placeCrumbs } from "@/app/ui/crumbs";
import type { ObjectOf } from "@/app/ui/current-object";
import { languageNames } from "@/app/ui/language-names";
import { LanguageRequestsNote } from "@/app/ui/language-requests-note";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RepositoryTable, readRepositories } from "@/app/ui/repository-table";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { WatchMenu } from "@/app/ui/watch-menu";
import { readOrder } from "@/app/ui/work-order";
import { WorkSummary } from "@/app/ui/work-summary";
import { can } from "@/lib/domain/access/demand";
import { countAlerts } from "@/lib/domain/diagnostics/open-alerts";
import { projectSizes, visibleCounter } from "@/lib/domain/statistics/visible";
import { readUserLanguages } from "@/lib/domain/translations/my-languages";
import { urls } from "@/lib/urls";
import { ProjectActivity } from "./project-activity";
import { ProjectComponents } from "./project-components";
import { ProjectLanguages } from "./project-languages";
import type { TableParameters } from "./table-parameters";

const TABS = {
  languages: "common.languages",
  components: "common.components",
  activity: "project.tab.activity",
  repository: "common.repository",
} as const;

/** A project: languages for translators, components, what happened, and its repositories for those who keep them. */
export async function ProjectPage({
  place,
  tab,
  page,
  table,
}: {
  place: ObjectOf<"project">;
  tab: string;
  page: string | string[] | undefined;
  table: TableParameters;
}) {
  const t = await getTexts();
  const names = languageNames(t);
  const { project } = place;
  const actor = await currentActor();
  const where = { project };
  const keeps = can(actor, "vcs.update", where) || can(actor, "vcs.commit", where) || can(actor, "vcs.push", where);
  const edits = can(actor, "project.edit", where);
  const [numbers, sizes, mine, alerts] = await Promise.all([
    visibleCounter(actor, "project", project.id),
    projectSizes(actor, [project.id]),
    actor.isAnonymous ? [] : readUserLanguages(actor.userId),
    edits || keeps ? countAlerts(actor, { projectId: project.id }) : [],
  ]);
  const open = alerts.reduce((sum, row) => sum + row.alerts, 0);
  const size = sizes.get(project.id);
  const tabs = (["languages", "components", "activity", "repository"] as const).filter(
    (id) => id !== "repository" || keeps,
  );
  const usual = (size?.languages ?? 0) > 0 && !edits ? "languages" : "components";
  const current = tabs.find((id) => id === tab) ?? usual;
  const own = mine.filter((language) => !language.secondary);
  const addresses = urls.project(project.slug);
  return (
    <Page
      title={project.name}
      crumbs={placeCrumbs(t, place)}
      lead={
        project.web ? (
          <a href={project.web} rel="noopener nofollow" className="link inline-flex items-center gap-1">
            {project.web.replace(/^https?:\/\//, "").replace(/\/$/, "")} <ExternalLink aria-hidden size={14} />
          </a>
        ) : undefined
      }
      actions={
        <>
          <WatchMenu project={project.slug} place={{ projectId: project.id }} />
          {own.slice(0, 2).map((language) => (
            <LinkButton key={language.code} kind="primary" href={path(addresses.language(language.code).web)}>
              {t("project.translateInto", { language: names.of(language.name) })}
            </LinkButton>
          ))}
          <AskLanguageLinks place={{ project }} />
          {edits ? (
            <LinkButton
              href={path(urls.newComponent(undefined, project.slug))}
              kind={own.length > 0 ? "secondary" : "primary"}
            >
              <Plus aria-hidden size={16} /> {t("project.addComponents")}
            </LinkButton>
          ) : null}
          {open > 0 ? (
            <LinkButton href={path(addresses.alerts)}>
              <TriangleAlert aria-hidden size={16} /> {t("alerts.count", { count: open })}
            </LinkButton>
          ) : null}
          {can(actor, "translation.download", where) ? (
            <LinkButton href={path(addresses.download)}>
              <Download aria-hidden size={16} /> {t("common.download")}
            </LinkButton>
          ) : null}
          <BulkLinks actor={actor} place={place} />
          {can(actor, "project.permissions", where) ? (
            <LinkButton href={path(addresses.access)}>
              <Users aria-hidden size={16} /> {t("common.access")}
            </LinkButton>
          ) : null}
          {edits ? (
            <LinkButton href={path(addresses.addons)}>
              <Puzzle aria-hidden size={16} /> {t("common.addons")}
            </LinkButton>
          ) : null}
          {edits ? (
            <LinkButton href={path(addresses.settings)}>
              <Settings aria-hidden size={16} /> {t("common.settings")}
            </LinkButton>
          ) : null}
        </>
      }
    >
      <WorkSummary
        numbers={numbers}
        checks={path(urls.checks("-", [project.slug]))}
        comments={path(urls.comments([project.slug]))}
      />
      <div className="mb-5 empty:hidden">
        <LanguageRequestsNote place={{ project }} />
      </div>
      {project.instructions ? (
        <p dir="auto" className="mb-5 max-w-[72ch] whitespace-pre-line text-ink-2">
          {project.instructions}
        </p>
      ) : null}
      <Tabs
        label={project.name}
        tabs={tabs.map((id) => ({
          label: t(TABS[id]),
          href: path(addresses.tab(id)),
          current: id === current,
          count: id === "languages" ? size?.languages : id === "components" ? size?.components : undefined,
        }))}
      />
      {current === "languages" ? (
        <ProjectLanguages
          project={project}
          own={own.map((language) => language.code)}
          mayAdd={edits}
          page={page}
          order={readOrder(table)}
          words={table.q.trim().slice(0, 100)}
        />
      ) : null}
      {current === "components" ? <ProjectComponents project={project} mayAdd={edits} parameters={table} /> : null}
      {current === "activity" ? <ProjectActivity project={project} /> : null}
      {current === "repository" ? (
        <RepositoryTable list={await readRepositories(project, table)} tab="repository" />
      ) : null}
    </Page>
  );
}

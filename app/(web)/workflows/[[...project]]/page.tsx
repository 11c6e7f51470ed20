import { projectsCrumb } from "@/app/ui/crumbs";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { languageChoice } from "@/app/ui/language-names";
import { listedLanguages } from "@/app/ui/listed-languages";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { can } from "@/lib/domain/access/demand";
import { NotFound } from "@/lib/domain/errors";
import { findProject } from "@/lib/domain/projects/projects";
import { listWorkflows, type WorkflowRow } from "@/lib/domain/projects/workflows";
import { urls } from "@/lib/urls";
import { WorkflowForm } from "./workflow-form";
import { WorkflowList } from "./workflow-list";

export const generateMetadata = titledPlace("workflows.title");

/** Languages that another one could be translated from; the one that is set stays in the list. */
function sourcesFor(code: string, languages: readonly { code: string; name: string }[], workflow?: WorkflowRow) {
  const set = workflow?.sourceLanguage;
  const others = languages.filter((language) => language.code !== code);
  return !set || others.some((language) => language.code === set) ? others : [...others, { code: set, name: set }];
}

/** Languages that are worked on in their own way, in a project or in all of them, and the form of one of them. */
export default async function WorkflowsPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project?: string[] }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const [slug, ...more] = (await params).project ?? [];
    if (more.length > 0) throw new NotFound("Workflows are those of a project.");
    const actor = await currentActor();
    const project = slug === undefined ? null : await findProject(actor, decodeURIComponent(slug));
    const [workflows, languages] = await Promise.all([listWorkflows(project), listedLanguages(t)]);
    const edits = project ? can(actor, "project.edit", { project }) : can(actor, "language.edit");
    const chosen = one((await searchParams).language);
    const language = edits ? languages.find(({ code }) => code === chosen) : undefined;
    const named = workflows.find(({ language: code }) => code === chosen);
    const names = new Map(languages.map(({ code, name }) => [code, name]));
    const home = path(project ? urls.project(project.slug).workflows : urls.workflows());
    return (
      <Page
        title={project ? t("workflows.titleOf", { project: project.name }) : t("workflows.title")}
        crumbs={
          project
            ? [
                projectsCrumb(t),
                { label: project.name, href: path(urls.project(project.slug).web) },
                { label: t("common.settings"), href: path(urls.project(project.slug).settings) },
                { label: t("workflows.crumb") },
              ]
            : [{ label: t("common.languages"), href: "/languages/" }, { label: t("workflows.crumb") }]
        }
        lead={project ? t("workflows.lead") : t("workflows.leadAll")}
        narrow
      >
        {workflows.length > 0 ? (
          <WorkflowList
            workflows={workflows}
            home={home}
            slug={project?.slug ?? null}
            edits={edits}
            nameOf={(code) => names.get(code) ?? code}
          />
        ) : (
          <div className="mb-6">
            <EmptyState title={t("workflows.none")}>{edits ? t("workflows.noneText") : null}</EmptyState>
          </div>
        )}
        {edits ? (
          <form method="get" action={home} className="panel mb-6 grid items-end gap-4 p-4 sm:grid-cols-[1fr_auto]">
            <Select
              label={t("workflows.language")}
              name="language"
              choices={languages.map((row) => languageChoice(row, { label: `${row.name} (${row.code})` }))}
              defaultValue={language?.code ?? ""}
            />
            <Submit kind="secondary">{t("workflows.open")}</Submit>
          </form>
        ) : null}
        {language ? (
          <Section title={t("workflows.of", { language: language.name })}>
            <WorkflowForm
              key={language.code}
              slug={project?.slug ?? null}
              code={language.code}
              workflow={named}
              languages={sourcesFor(language.code, languages, named)}
              reviews={project ? project.translationReview : true}
            />
          </Section>
        ) : null}
      </Page>
    );
  });
}

import { Plus } from "lucide-react";
import { projectsCrumb } from "@/app/ui/crumbs";
import { EmptyState } from "@/app/ui/empty-state";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { Section } from "@/app/ui/section";
import { currentActor } from "@/app/ui/session";
import { readOrdered } from "@/app/ui/table-order";
import { can } from "@/lib/domain/access/demand";
import { listUsed } from "@/lib/domain/labels/labels";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { LabelForm } from "./label-form";
import { LabelList } from "./label-list";
import { LABEL_SORTS } from "./label-order";

export const generateMetadata = titledPlace("labels.crumb");

/** Labels of a project's strings: to be found by, made, changed and removed. */
export default async function LabelsPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const actor = await currentActor();
    const project = await findProject(actor, (await params).project);
    const given = await searchParams;
    const ordered = readOrdered(LABEL_SORTS, given);
    const labels = await listUsed(actor, project.slug, ordered);
    const edits = can(actor, "project.edit", { project });
    const asked = Number(one(given.label));
    const chosen = edits ? labels.find(({ id }) => id === asked) : undefined;
    const links = urls.project(project.slug);
    const home = path(links.labelsPage);
    return (
      <Page
        title={t("labels.title", { project: project.name })}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(links.web) },
          { label: t("labels.crumb"), href: chosen ? home : undefined },
        ]}
        narrow
        lead={t("labels.lead")}
        actions={
          chosen ? (
            <LinkButton href={home}>
              <Plus aria-hidden size={16} /> {t("labels.another")}
            </LinkButton>
          ) : null
        }
      >
        {labels.length > 0 ? (
          <LabelList labels={labels} slug={project.slug} edits={edits} ordered={ordered} />
        ) : (
          <div className="mb-6">
            <EmptyState title={t("labels.none")}>{t("labels.noneText")}</EmptyState>
          </div>
        )}
        {edits ? (
          <Section title={chosen ? t("labels.change", { label: chosen.name }) : t("labels.new")}>
            <LabelForm key={chosen?.id ?? 0} slug={project.slug} label={chosen} />
          </Section>
        ) : null}
      </Page>
    );
  });
}

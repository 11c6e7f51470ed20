import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { MemoryParts } from "../memory-page";
import { queryOf } from "../texts";

export const generateMetadata = titledPlace("common.translationMemory");

/** The translation memory of a project: to search, to fill from files, to take along. */
export default async function ProjectMemoryPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const project = await findProject(await currentActor(), (await params).project);
    return (
      <Page
        title={t("memory.title", { project: project.name })}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(urls.project(project.slug).web) },
          { label: t("common.translationMemory") },
        ]}
        lead={t("memory.lead")}
      >
        {await MemoryParts({ scope: { kind: "project", project }, query: queryOf(await searchParams) })}
      </Page>
    );
  });
}

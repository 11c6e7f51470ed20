import { projectsCrumb } from "@/app/ui/crumbs";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { titledPlace } from "@/app/ui/place-title";
import { currentActor } from "@/app/ui/session";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { Costs } from "../costs";
import { Services } from "../services";

export const generateMetadata = titledPlace("common.automaticSuggestions");

/** Services for suggestions of a project, with keys, costs and limits. */
export default async function ProjectMachineryPage({ params }: { params: Promise<{ project: string }> }) {
  const t = await getTexts();
  return guarded(async () => {
    const project = await findProject(await currentActor(), (await params).project);
    const links = urls.project(project.slug);
    return (
      <Page
        title={t("machinery.title", { project: project.name })}
        crumbs={[
          projectsCrumb(t),
          { label: project.name, href: path(links.web) },
          { label: t("common.settings"), href: path(links.settings) },
          { label: t("common.automaticSuggestions") },
        ]}
        lead={t("machinery.lead")}
      >
        {await Services({ project })}
        {await Costs({ project })}
      </Page>
    );
  });
}

import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { Services } from "../services";

export const metadata: Metadata = { title: "Automatic suggestions" };

export default async function ProjectMachineryPage({ params }: { params: Promise<{ project: string }> }) {
  return guarded(async () => {
    const project = await findProject(await currentActor(), (await params).project);
    const links = urls.project(project.slug);
    return (
      <Page
        title={`Automatic suggestions in ${project.name}`}
        crumbs={[
          { label: "Projects", href: "/projects/" },
          { label: project.name, href: path(links.web) },
          { label: "Settings", href: path(links.settings) },
          { label: "Automatic suggestions" },
        ]}
        lead="Which services suggest texts in the editor and may be used by automatic translation."
      >
        {await Services({ project })}
      </Page>
    );
  });
}

import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";
import { MemoryParts } from "../memory-page";
import { queryOf } from "../texts";

export const metadata: Metadata = { title: "Translation memory" };

export default async function ProjectMemoryPage({
  params,
  searchParams,
}: PageInput & { params: Promise<{ project: string }> }) {
  return guarded(async () => {
    const project = await findProject(await currentActor(), (await params).project);
    return (
      <Page
        title={`Translation memory of ${project.name}`}
        crumbs={[
          { label: "Projects", href: "/projects/" },
          { label: project.name, href: path(urls.project(project.slug).web) },
          { label: "Translation memory" },
        ]}
        lead="What has been translated in the project, and files that were uploaded for it."
      >
        {await MemoryParts({ scope: { kind: "project", project }, query: queryOf(await searchParams) })}
      </Page>
    );
  });
}

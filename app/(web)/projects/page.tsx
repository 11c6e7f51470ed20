import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { EmptyState } from "@/app/ui/empty-state";
import { LinkButton } from "@/app/ui/link-button";
import { counted } from "@/app/ui/numbers";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { Pager, readPage } from "@/app/ui/pager";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { WorkTable } from "@/app/ui/work-table";
import { can } from "@/lib/domain/access/demand";
import { noCounters } from "@/lib/domain/counters/read-counters";
import { listProjects } from "@/lib/domain/projects/projects";
import { projectSizes, visibleCounters } from "@/lib/domain/statistics/visible";
import { urls } from "@/lib/urls";

export const metadata: Metadata = { title: "Projects" };

const SIZE = 50;

export default async function ProjectsPage({ searchParams }: PageInput) {
  const page = readPage((await searchParams).page);
  const actor = await currentActor();
  const { rows, count } = await listProjects(actor, { limit: SIZE, offset: (page - 1) * SIZE });
  const ids = rows.map((row) => row.id);
  const [numbers, sizes] = await Promise.all([visibleCounters(actor, "project", ids), projectSizes(actor, ids)]);
  const mayAdd = can(actor, "project.add");
  const add = (
    <LinkButton href="/create/project/" kind="primary">
      <Plus aria-hidden size={16} /> New project
    </LinkButton>
  );
  return (
    <Page title="Projects" lead={count > 0 ? counted(count, "project") : undefined} actions={mayAdd ? add : null}>
      {rows.length === 0 ? (
        <EmptyState
          title="No projects yet"
          action={
            mayAdd ? (
              add
            ) : actor.isAnonymous ? (
              <LinkButton href="/accounts/login/" kind="primary">
                Sign in
              </LinkButton>
            ) : null
          }
        >
          {mayAdd
            ? "A project holds components, and a component is one set of translated files in a repository."
            : "There is nothing here that you may see. Sign in, or ask an administrator to add you to a project."}
        </EmptyState>
      ) : (
        <WorkTable
          label="Projects"
          head="Project"
          lines={rows.map((project) => {
            const size = sizes.get(project.id);
            return {
              key: project.id,
              name: project.name,
              plainName: project.name,
              href: path(urls.project(project.slug).web),
              numbers: numbers.get(project.id) ?? noCounters(),
              note: `${counted(size?.components ?? 0, "component")}, ${counted(size?.languages ?? 0, "language")}${ACCESS[project.accessControl] ?? ""}`,
            };
          })}
        />
      )}
      <Pager page={page} size={SIZE} total={count} />
    </Page>
  );
}

const ACCESS: Readonly<Record<number, string>> = { 1: ", protected", 100: ", private", 200: ", custom access" };

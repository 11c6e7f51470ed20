import { RepositoryTable } from "@/app/ui/repository-table";
import { currentActor } from "@/app/ui/session";
import type { ProjectRow } from "@/lib/domain/projects/projects";
import { repositoriesOfProject } from "@/lib/domain/statistics/management";

/** The repositories behind a project. */
export async function ProjectRepositories({ project }: { project: ProjectRow }) {
  return <RepositoryTable lines={await repositoriesOfProject(await currentActor(), project.id, 500)} />;
}

import {
  operate,
  operateProjectRepository,
  presentProjectRepository,
  readProjectRepository,
} from "@/lib/api/resources/repository";
import { on, serve } from "@/lib/api/serve";
import { ownersOfProject } from "@/lib/domain/integrate/operate-project";
import { projectRepositoryStatus } from "@/lib/domain/integrate/operations";
import { findProject } from "@/lib/domain/projects/projects";
import { urls } from "@/lib/urls";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectRepository, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    return presentProjectRepository(
      await projectRepositoryStatus(actor, project),
      urls.project(project.slug).repository,
    );
  }),
  on(operateProjectRepository, async ({ actor, params, query, body }) => {
    const project = await findProject(actor, params.project);
    return operate(actor, await ownersOfProject(actor, project, body.operation), query, body);
  }),
);

import {
  changeProject,
  deleteProject,
  presentProject,
  readProject,
  readProjectChange,
  replaceProject,
} from "@/lib/api/resources/projects";
import { removal } from "@/lib/api/resources/removals";
import { on, serve } from "@/lib/api/serve";
import { planProjectRemoval } from "@/lib/domain/creation/plan-removal";
import * as projects from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProject, async ({ actor, params }) => presentProject(await projects.findProject(actor, params.project))),
  on(
    replaceProject,
    async ({ actor, params, body }) =>
      presentProject(await projects.updateProject(actor, params.project, readProjectChange(body))),
    ({ actor, params }) => projects.findProject(actor, params.project),
  ),
  on(
    changeProject,
    async ({ actor, params, body }) =>
      presentProject(await projects.updateProject(actor, params.project, readProjectChange(body))),
    ({ actor, params }) => projects.findProject(actor, params.project),
  ),
  on(deleteProject, async ({ actor, params, query }) =>
    removal(
      query,
      () => projects.removeProject(actor, params.project),
      () => planProjectRemoval(actor, params.project),
    ),
  ),
);

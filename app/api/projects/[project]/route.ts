import {
  changeProject,
  deleteProject,
  presentProject,
  readProject,
  readProjectChange,
  replaceProject,
} from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import * as projects from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProject, async ({ actor, params }) => presentProject(await projects.findProject(actor, params.project))),
  on(replaceProject, async ({ actor, params, body }) =>
    presentProject(await projects.updateProject(actor, params.project, readProjectChange(body))),
  ),
  on(changeProject, async ({ actor, params, body }) =>
    presentProject(await projects.updateProject(actor, params.project, readProjectChange(body))),
  ),
  on(deleteProject, async ({ actor, params }) => projects.removeProject(actor, params.project)),
);

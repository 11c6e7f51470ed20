import { present } from "@/lib/api/endpoint";
import { createProject, listProjects, presentProject, readNewProject } from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import * as projects from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjects, async ({ actor, window }) => present(await projects.listProjects(actor, window), presentProject)),
  on(createProject, async ({ actor, body }) =>
    presentProject(await projects.createProject(actor, readNewProject(body))),
  ),
);

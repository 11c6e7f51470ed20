import { clashesOf, listProjectClashes } from "@/lib/api/resources/clashes";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjectClashes, async ({ actor, params, query, window, request }) => {
    const project = await findProject(actor, params.project);
    return clashesOf(actor, { projectId: project.id }, query, window, request);
  }),
);

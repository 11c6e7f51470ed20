import { changesOf, listProjectChanges } from "@/lib/api/resources/changes";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjectChanges, async ({ actor, params, query, window, request }) => {
    const project = await findProject(actor, params.project);
    return changesOf(actor, { projectId: project.id }, query, window, request);
  }),
);

import { followed, listRequests, presentRequest } from "@/lib/api/resources/project-people";
import { on, serve } from "@/lib/api/serve";
import { countAccessRequests, listAccessRequests } from "@/lib/domain/projects/access-requests";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listRequests, async ({ actor, params, query, window: { limit }, request }) => {
    const project = await findProject(actor, params.project);
    const [rows, count] = await Promise.all([
      listAccessRequests(actor, project, { after: query.after, limit }),
      countAccessRequests(actor, project),
    ]);
    return followed(rows, count, presentRequest, request);
  }),
);

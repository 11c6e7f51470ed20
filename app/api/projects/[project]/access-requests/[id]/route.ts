import { declineRequest, grantRequest, presentMember } from "@/lib/api/resources/project-people";
import { on, serve } from "@/lib/api/serve";
import { declineAccessRequest, grantAccessRequest } from "@/lib/domain/projects/access-requests";
import { findProjectPerson } from "@/lib/domain/projects/people";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(grantRequest, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    const { username } = await grantAccessRequest(actor, project, params.id, body.group);
    return presentMember(await findProjectPerson(actor, project, username));
  }),
  on(declineRequest, async ({ actor, params }) => {
    await declineAccessRequest(actor, await findProject(actor, params.project), params.id);
  }),
);

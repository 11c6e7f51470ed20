import { unblock } from "@/lib/api/resources/project-people";
import { on, serve } from "@/lib/api/serve";
import { findBlockOf, unblockPerson } from "@/lib/domain/projects/blocks";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(unblock, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    const { id } = await findBlockOf(actor, project, params.user);
    await unblockPerson(actor, project, id);
  }),
);

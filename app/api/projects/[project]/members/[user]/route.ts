import { presentMember, readMember, removeMember, setMember } from "@/lib/api/resources/project-people";
import { on, serve } from "@/lib/api/serve";
import { findProjectPerson, setProjectTeams } from "@/lib/domain/projects/people";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readMember, async ({ actor, params }) =>
    presentMember(await findProjectPerson(actor, await findProject(actor, params.project), params.user)),
  ),
  on(setMember, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    const { id } = await findProjectPerson(actor, project, params.user);
    await setProjectTeams(actor, project, id, body.groups);
    return presentMember(await findProjectPerson(actor, project, params.user));
  }),
  on(removeMember, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    const { id } = await findProjectPerson(actor, project, params.user);
    await setProjectTeams(actor, project, id, []);
  }),
);

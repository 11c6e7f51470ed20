import { addMember, followed, listMembers, presentMember } from "@/lib/api/resources/project-people";
import { on, serve } from "@/lib/api/serve";
import { addProjectMember } from "@/lib/domain/projects/members";
import { countProjectPeople, findProjectPerson, listProjectPeople } from "@/lib/domain/projects/people";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listMembers, async ({ actor, params, query, window: { limit }, request }) => {
    const project = await findProject(actor, params.project);
    const { search, after = "" } = query;
    const [people, count] = await Promise.all([
      listProjectPeople(actor, project, { words: search, after, limit }),
      countProjectPeople(actor, project, search),
    ]);
    return followed(people, count, presentMember, request);
  }),
  on(addMember, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    const { username } = await addProjectMember(actor, project, body.group, body.user);
    return presentMember(await findProjectPerson(actor, project, username));
  }),
);

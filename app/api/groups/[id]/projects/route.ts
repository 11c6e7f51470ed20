import { addGroupProject, presentGroup } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import { assignToTeam } from "@/lib/domain/teams/team-assignments";
import { findTeam } from "@/lib/domain/teams/teams";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    addGroupProject,
    async ({ actor, params, body }) => presentGroup(await assignToTeam(actor, params.id, "projects", body.project_id)),
    ({ actor, params }) => findTeam(actor, params.id),
  ),
);

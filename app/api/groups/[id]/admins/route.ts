import { addGroupAdmin } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import { addTeamAdmin, findTeam } from "@/lib/domain/teams/teams";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    addGroupAdmin,
    async ({ actor, params, body }) => [
      `${(await addTeamAdmin(actor, params.id, body.user_id)).username} is an admin of this group now.`,
    ],
    ({ actor, params }) => findTeam(actor, params.id),
  ),
);

import { removeGroupRole } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import { unassignFromTeam } from "@/lib/domain/teams/team-assignments";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeGroupRole, async ({ actor, params }) => unassignFromTeam(actor, params.id, "roles", params.role)),
);

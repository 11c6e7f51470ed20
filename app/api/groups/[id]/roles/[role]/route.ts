import { removeGroupRole } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import { untie } from "@/lib/domain/teams/team-reach";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeGroupRole, async ({ actor, params }) => untie(actor, params.id, "roles", params.role)),
);

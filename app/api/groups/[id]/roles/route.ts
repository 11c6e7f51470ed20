import { addGroupRole, presentGroup } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import { tie } from "@/lib/domain/teams/team-reach";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(addGroupRole, async ({ actor, params, body }) => presentGroup(await tie(actor, params.id, "roles", body.role_id))),
);

import { presentGroup, removeGroupAdmin } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import { removeTeamAdmin } from "@/lib/domain/teams/teams";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeGroupAdmin, async ({ actor, params }) => presentGroup(await removeTeamAdmin(actor, params.id, params.user))),
);

import { changeRole, deleteRole, presentRole, readRole, replaceRole } from "@/lib/api/resources/roles";
import { on, serve } from "@/lib/api/serve";
import * as roles from "@/lib/domain/teams/roles";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readRole, async ({ actor, params }) => presentRole(await roles.findRole(actor, params.id))),
  on(replaceRole, async ({ actor, params, body }) => presentRole(await roles.updateRole(actor, params.id, body, true))),
  on(changeRole, async ({ actor, params, body }) => presentRole(await roles.updateRole(actor, params.id, body, false))),
  on(deleteRole, async ({ actor, params }) => roles.removeRole(actor, params.id)),
);

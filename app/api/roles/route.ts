import { present } from "@/lib/api/endpoint";
import { createRole, listRoles, presentRole } from "@/lib/api/resources/roles";
import { on, serve } from "@/lib/api/serve";
import * as roles from "@/lib/domain/teams/roles";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listRoles, async ({ actor, window }) => present(await roles.listRoles(actor, window), presentRole)),
  on(createRole, async ({ actor, body }) => presentRole(await roles.createRole(actor, body))),
);

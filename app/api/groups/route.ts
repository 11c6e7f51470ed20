import { present } from "@/lib/api/endpoint";
import { createGroup, listGroups, presentGroup, readNewGroup } from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import * as teams from "@/lib/domain/teams/teams";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listGroups, async ({ actor, window }) => present(await teams.listTeams(actor, window), presentGroup)),
  on(createGroup, async ({ actor, body }) => presentGroup(await teams.createTeam(actor, readNewGroup(body)))),
);

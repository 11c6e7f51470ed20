import {
  changeGroup,
  deleteGroup,
  presentGroup,
  readGroup,
  readGroupChange,
  replaceGroup,
} from "@/lib/api/resources/groups";
import { on, serve } from "@/lib/api/serve";
import * as teams from "@/lib/domain/teams/teams";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readGroup, async ({ actor, params }) => presentGroup(await teams.findTeam(actor, params.id))),
  on(
    replaceGroup,
    async ({ actor, params, body }) => presentGroup(await teams.updateTeam(actor, params.id, readGroupChange(body))),
    ({ actor, params }) => teams.findTeam(actor, params.id),
  ),
  on(
    changeGroup,
    async ({ actor, params, body }) => presentGroup(await teams.updateTeam(actor, params.id, readGroupChange(body))),
    ({ actor, params }) => teams.findTeam(actor, params.id),
  ),
  on(deleteGroup, async ({ actor, params }) => teams.removeTeam(actor, params.id, actor.isSuperuser)),
);

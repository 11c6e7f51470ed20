import { addUserGroup, presentUser, removeUserGroup } from "@/lib/api/resources/users";
import { on, serve } from "@/lib/api/serve";
import { changeMembership, findPerson } from "@/lib/domain/users/manage-users";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    addUserGroup,
    async ({ actor, params, body }) =>
      presentUser((await changeMembership(actor, params.username, body.group_id, true)).person),
    ({ actor, params }) => findPerson(actor, params.username),
  ),
  on(
    removeUserGroup,
    async ({ actor, params, body }) =>
      presentUser((await changeMembership(actor, params.username, body.group_id, false)).person),
    ({ actor, params }) => findPerson(actor, params.username),
  ),
);

import * as resource from "@/lib/api/resources/users";
import { on, serve } from "@/lib/api/serve";
import * as users from "@/lib/domain/users/manage-users";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readUser, async ({ actor, params }) =>
    resource.presentSeenUser(await users.findPerson(actor, params.username)),
  ),
  on(
    resource.replaceUser,
    async ({ actor, params, body }) =>
      resource.presentUser(
        (await users.updatePerson(actor, params.username, resource.readUserInput(body), { whole: true })).person,
      ),
    ({ actor, params }) => users.findPerson(actor, params.username),
  ),
  on(
    resource.changeUser,
    async ({ actor, params, body }) =>
      resource.presentUser((await users.updatePerson(actor, params.username, resource.readUserInput(body))).person),
    ({ actor, params }) => users.findPerson(actor, params.username),
  ),
  on(resource.deleteUser, async ({ actor, params }) => users.removePerson(actor, params.username)),
);

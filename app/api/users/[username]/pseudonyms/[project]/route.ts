import * as resource from "@/lib/api/resources/pseudonyms";
import { on, serve } from "@/lib/api/serve";
import { findOwnPerson } from "@/lib/domain/users/manage-users";
import { findPseudonym, removePseudonym, setPseudonym } from "@/lib/domain/users/pseudonyms";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readPseudonym, async ({ actor, params: { username, project } }) =>
    resource.presentPseudonym(username, await findPseudonym(actor, username, project)),
  ),
  on(
    resource.setPseudonym,
    async ({ actor, params: { username, project }, body }) =>
      resource.presentPseudonym(
        username,
        await setPseudonym(actor, username, project, { name: body.name, ownAddress: body.own_address }),
      ),
    ({ actor, params }) => findOwnPerson(actor, params.username),
  ),
  on(resource.removePseudonym, async ({ actor, params: { username, project } }) =>
    removePseudonym(actor, username, project),
  ),
);

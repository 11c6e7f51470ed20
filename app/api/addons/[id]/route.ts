import { deleteAddon, editAddon, presentAddon, readAddon, replaceAddon } from "@/lib/api/resources/addons";
import { on, serve } from "@/lib/api/serve";
import { configureAddon, findAddon, removeAddon } from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readAddon, async ({ actor, params }) => presentAddon(await findAddon(actor, params.id))),
  on(replaceAddon, async ({ actor, params, body }) => presentAddon(await configureAddon(actor, params.id, body))),
  on(editAddon, async ({ actor, params, body }) => presentAddon(await configureAddon(actor, params.id, body))),
  on(deleteAddon, ({ actor, params }) => removeAddon(actor, params.id)),
);

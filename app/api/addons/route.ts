import { present } from "@/lib/api/endpoint";
import { listAddons, presentAddon } from "@/lib/api/resources/addons";
import { on, serve } from "@/lib/api/serve";
import * as addons from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listAddons, async ({ actor, window }) => present(await addons.listAddons(actor, window), presentAddon)),
);

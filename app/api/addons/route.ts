import { present } from "@/lib/api/endpoint";
import { installEverywhere, listAddons, planInstall, presentAddon } from "@/lib/api/resources/addons";
import { on, serve } from "@/lib/api/serve";
import * as addons from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listAddons, async ({ actor, window }) => present(await addons.listAddons(actor, window), presentAddon)),
  on(installEverywhere, async ({ actor, query, body }) => {
    if (query.dry_run) return planInstall(actor, addons.EVERY_PROJECT, body);
    return presentAddon(await addons.installAddon(actor, addons.EVERY_PROJECT, body));
  }),
);

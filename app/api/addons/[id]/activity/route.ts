import { presentActivity, readAddonActivity } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { findAddon } from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readAddonActivity, async ({ actor, params }) => presentActivity(await findAddon(actor, params.id))),
);

import { presentTrigger, triggerAddonRun } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { triggerAddon } from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(triggerAddonRun, async ({ actor, params }) => {
    await triggerAddon(actor, params.id);
    return presentTrigger(params.id);
  }),
);

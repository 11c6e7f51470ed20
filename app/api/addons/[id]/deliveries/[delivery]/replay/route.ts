import { presentWholeDelivery, replayAddonDelivery } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { replayDelivery } from "@/lib/domain/addons/deliveries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(replayAddonDelivery, async ({ actor, params: { id, delivery } }) =>
    presentWholeDelivery(id, await replayDelivery(actor, id, delivery)),
  ),
);

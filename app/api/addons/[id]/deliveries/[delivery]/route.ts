import { presentWholeDelivery, readAddonDelivery } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { findDelivery } from "@/lib/domain/addons/deliveries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readAddonDelivery, async ({ actor, params: { id, delivery } }) =>
    presentWholeDelivery(id, await findDelivery(actor, id, delivery)),
  ),
);

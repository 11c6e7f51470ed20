import { deliveriesOf, listAddonDeliveries } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { findAddon } from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    listAddonDeliveries,
    ({ actor, params, query, window, request }) => deliveriesOf(actor, params.id, query, window, request),
    ({ actor, params }) => findAddon(actor, params.id),
  ),
);

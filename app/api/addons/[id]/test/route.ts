import { presentWholeDelivery, testAddonDelivery } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { sendTest } from "@/lib/domain/addons/deliveries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(testAddonDelivery, async ({ actor, params }) => presentWholeDelivery(params.id, await sendTest(actor, params.id))),
);

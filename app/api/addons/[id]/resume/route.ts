import { presentActivity, resumeAddonDeliveries } from "@/lib/api/resources/addon-deliveries";
import { on, serve } from "@/lib/api/serve";
import { resumeDeliveries } from "@/lib/domain/addons/deliveries";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resumeAddonDeliveries, async ({ actor, params }) => presentActivity(await resumeDeliveries(actor, params.id))),
);

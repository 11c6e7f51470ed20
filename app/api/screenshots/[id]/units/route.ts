import { addScreenshotUnit, presentScreenshot, regionOf } from "@/lib/api/resources/screenshots";
import { on, serve } from "@/lib/api/serve";
import { findScreenshot, showUnit } from "@/lib/domain/screenshots/screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    addScreenshotUnit,
    async ({ actor, params, body }) =>
      presentScreenshot(await showUnit(actor, params.id, body.unit_id, regionOf(body.region))),
    ({ actor, params }) => findScreenshot(actor, params.id),
  ),
);

import { removeScreenshotUnit } from "@/lib/api/resources/screenshots";
import { on, serve } from "@/lib/api/serve";
import { hideUnit } from "@/lib/domain/screenshots/screenshots";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeScreenshotUnit, async ({ actor, params }) => hideUnit(actor, params.id, params.unit)),
);

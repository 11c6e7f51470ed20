import { presentRestoredFont, restoreRemovedFont } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import { restoreRemoved } from "@/lib/domain/fonts/removed";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(restoreRemovedFont, async ({ actor, params }) =>
    presentRestoredFont(params.project, await restoreRemoved(actor, params.project, params.id)),
  ),
);

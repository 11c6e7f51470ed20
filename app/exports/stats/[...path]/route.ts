import { orMoved } from "@/lib/api/moved";
import { readStatistics, statisticsExport } from "@/lib/api/resources/exports";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readStatistics, async ({ actor, params, query, request }) =>
    orMoved(actor, { base: "exports/stats", path: params.path, request }, () =>
      statisticsExport(actor, params.path, query.format),
    ),
  ),
);

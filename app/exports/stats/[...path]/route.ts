import { readStatistics, statisticsExport } from "@/lib/api/resources/exports";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readStatistics, async ({ actor, params, query }) => statisticsExport(actor, params.path, query.format)),
);

import { alertCounts, readFilter } from "@/lib/api/resources/alerts";
import { on, serve } from "@/lib/api/serve";
import { countAlerts } from "@/lib/domain/diagnostics/open-alerts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(alertCounts, async ({ actor, query }) => countAlerts(actor, await readFilter(actor, query))),
);

import { present } from "@/lib/api/endpoint";
import { listAlerts, presentAlert, readFilter } from "@/lib/api/resources/alerts";
import { on, serve } from "@/lib/api/serve";
import { openAlerts } from "@/lib/domain/diagnostics/open-alerts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listAlerts, async ({ actor, query, window }) =>
    present(await openAlerts(actor, await readFilter(actor, query), window), presentAlert),
  ),
);

import { orMoved } from "@/lib/api/moved";
import { historyExport, readHistory } from "@/lib/api/resources/exports";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readHistory, async ({ actor, params, request }) =>
    orMoved(actor, { base: "changes/csv", path: params.path, request }, () =>
      historyExport(actor, params.path, request),
    ),
  ),
);

import { historyExport, readHistory } from "@/lib/api/resources/exports";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readHistory, async ({ actor, params, request }) => historyExport(actor, params.path, request)),
);

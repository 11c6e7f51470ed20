import { undoBulkEdit, undoPlan } from "@/lib/api/resources/bulk-edits";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(undoBulkEdit, ({ actor, params, query }) => undoPlan(actor, params.id, query.dry_run)),
);

import { componentOf } from "@/lib/api/resources/find";
import { undo, undoComponentOperation } from "@/lib/api/resources/operations";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(undoComponentOperation, async ({ actor, params, query }) =>
    undo(actor, await componentOf(actor, params), params.id, query.dry_run),
  ),
);

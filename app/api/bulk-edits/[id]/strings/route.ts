import { listBulkEditStrings, stringsOf } from "@/lib/api/resources/bulk-edits";
import { on, serve } from "@/lib/api/serve";
import { findPlan } from "@/lib/domain/bulk/plan";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    listBulkEditStrings,
    ({ actor, params, query, window, request }) => stringsOf(actor, params.id, query.after, window.limit, request),
    ({ actor, params }) => findPlan(actor, params.id),
  ),
);

import { createBulkEdit, planOfRequest, presentPlan } from "@/lib/api/resources/bulk-edits";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(createBulkEdit, async ({ actor, body }) => presentPlan(await planOfRequest(actor, body))),
);

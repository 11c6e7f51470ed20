import { presentPlan, readBulkEdit } from "@/lib/api/resources/bulk-edits";
import { on, serve } from "@/lib/api/serve";
import { findPlan } from "@/lib/domain/bulk/plan";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readBulkEdit, async ({ actor, params }) => presentPlan(await findPlan(actor, params.id))),
);

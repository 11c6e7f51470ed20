import { applyBulkEdit, presentPlan } from "@/lib/api/resources/bulk-edits";
import { on, serve } from "@/lib/api/serve";
import { startPlan } from "@/lib/domain/bulk/apply";
import { findPlan } from "@/lib/domain/bulk/plan";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(applyBulkEdit, async ({ actor, params, body }) => {
    await startPlan(actor, await findPlan(actor, params.id), { out: body.leave_out, back: body.include });
    return presentPlan(await findPlan(actor, params.id));
  }),
);

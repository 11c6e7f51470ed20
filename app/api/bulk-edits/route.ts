import { createBulkEdit, presentPlan, readBulkRequest } from "@/lib/api/resources/bulk-edits";
import { on, serve } from "@/lib/api/serve";
import { makePlan } from "@/lib/domain/bulk/plan";
import { resolvePath } from "@/lib/domain/translations/resolve-path";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(createBulkEdit, async ({ actor, body }) =>
    presentPlan(await makePlan(actor, await resolvePath(actor, body.path.split("/")), readBulkRequest(body))),
  ),
);

import { componentOf } from "@/lib/api/resources/find";
import { listComponentOperations, operationsOf } from "@/lib/api/resources/operations";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentOperations, async ({ actor, params, query, window, request }) =>
    operationsOf(actor, { component: await componentOf(actor, params) }, query, window, request),
  ),
);

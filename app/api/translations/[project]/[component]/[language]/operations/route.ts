import { translationOf } from "@/lib/api/resources/find";
import { listTranslationOperations, operationsOf } from "@/lib/api/resources/operations";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTranslationOperations, async ({ actor, params, query, window, request }) => {
    const { component, id } = await translationOf(actor, params);
    return operationsOf(actor, { component, translationId: id }, query, window, request);
  }),
);

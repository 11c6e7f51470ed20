import { changesOf, listTranslationChanges } from "@/lib/api/resources/changes";
import { translationOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTranslationChanges, async ({ actor, params, query, window, request }) => {
    const translation = await translationOf(actor, params);
    return changesOf(actor, { translationId: translation.id }, query, window, request);
  }),
);

import { clashesOf, listTranslationClashes } from "@/lib/api/resources/clashes";
import { translationOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTranslationClashes, async ({ actor, params, query, window, request }) => {
    const translation = await translationOf(actor, params);
    return clashesOf(actor, { translationId: translation.id }, query, window, request);
  }),
);

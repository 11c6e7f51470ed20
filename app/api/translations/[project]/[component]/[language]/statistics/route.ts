import { translationOf } from "@/lib/api/resources/find";
import { presentTranslationStatistics } from "@/lib/api/resources/statistics";
import { readTranslationStatistics } from "@/lib/api/resources/translations";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readTranslationStatistics, async ({ actor, params }) => {
    return presentTranslationStatistics(await translationOf(actor, params));
  }),
);

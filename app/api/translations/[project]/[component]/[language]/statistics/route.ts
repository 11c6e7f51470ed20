import { translationOf } from "@/lib/api/resources/find";
import { presentTranslationStatistics } from "@/lib/api/resources/statistics";
import { readTranslationStatistics } from "@/lib/api/resources/translations";
import { on, serve } from "@/lib/api/serve";
import { recentChangeCount } from "@/lib/domain/statistics/read";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readTranslationStatistics, async ({ actor, params }) => {
    const translation = await translationOf(actor, params);
    const recent = await recentChangeCount("translation", [translation.id]);
    return presentTranslationStatistics(translation, recent.get(translation.id) ?? 0);
  }),
);

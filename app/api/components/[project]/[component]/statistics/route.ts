import { listComponentStatistics } from "@/lib/api/resources/components";
import { componentOf } from "@/lib/api/resources/find";
import { presentTranslationStatistics } from "@/lib/api/resources/statistics";
import { on, serve } from "@/lib/api/serve";
import { recentChangeCount } from "@/lib/domain/statistics/read";
import { listTranslations } from "@/lib/domain/translations/translations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentStatistics, async ({ actor, params, window }) => {
    const component = await componentOf(actor, params);
    const { rows, count } = await listTranslations(actor, { component }, window);
    const recent = await recentChangeCount(
      "translation",
      rows.map((row) => row.id),
    );
    return { items: rows.map((row) => presentTranslationStatistics(row, recent.get(row.id) ?? 0)), count };
  }),
);

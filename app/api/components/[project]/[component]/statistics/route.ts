import { listComponentStatistics } from "@/lib/api/resources/components";
import { componentOf } from "@/lib/api/resources/find";
import { presentTranslationStatistics } from "@/lib/api/resources/statistics";
import { on, serve } from "@/lib/api/serve";
import { listTranslations } from "@/lib/domain/translations/translations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentStatistics, async ({ actor, params, window }) => {
    const component = await componentOf(actor, params);
    const { rows, count } = await listTranslations(actor, { component }, window);
    return { items: rows.map(presentTranslationStatistics), count };
  }),
);

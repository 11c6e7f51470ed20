import { present } from "@/lib/api/endpoint";
import { translationOf } from "@/lib/api/resources/find";
import { listTranslationUnits, presentUnit } from "@/lib/api/resources/units";
import { on, serve } from "@/lib/api/serve";
import { searchUnits } from "@/lib/domain/search/search-units";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTranslationUnits, async ({ actor, params, query, window }) => {
    const translation = await translationOf(actor, params);
    return present(await searchUnits(actor, query.q ?? "", window, { translationId: translation.id }), presentUnit);
  }),
);

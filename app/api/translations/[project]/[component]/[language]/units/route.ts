import { present } from "@/lib/api/endpoint";
import { addressOfPath, translationOf } from "@/lib/api/resources/find";
import { addTranslationUnit, listTranslationUnits, presentUnit } from "@/lib/api/resources/units";
import { readNewUnit } from "@/lib/api/resources/write-unit";
import { on, serve } from "@/lib/api/serve";
import { searchUnits } from "@/lib/domain/search/search-units";
import { addUnit } from "@/lib/domain/units/add-unit";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    listTranslationUnits,
    async ({ actor, params, query, window }) =>
      present(await searchUnits(actor, query.q ?? "", window, addressOfPath(params)), presentUnit),
    ({ actor, params }) => translationOf(actor, params),
  ),
  on(addTranslationUnit, async ({ actor, params, body }) => {
    const translation = await translationOf(actor, params);
    return presentUnit(await addUnit(actor, translation, readNewUnit(translation, body)));
  }),
);

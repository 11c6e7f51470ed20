import { sourceUnitOf } from "@/lib/api/resources/find";
import { listUnitTranslations, presentUnit } from "@/lib/api/resources/units";
import { on, serve } from "@/lib/api/serve";
import { translationsOfSource } from "@/lib/domain/units/units";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUnitTranslations, async ({ actor, params }) => {
    const source = await sourceUnitOf(actor, params.id);
    return (await translationsOfSource(actor, source.sourceId)).map(presentUnit);
  }),
);

import { present } from "@/lib/api/endpoint";
import { listTranslations, presentTranslation } from "@/lib/api/resources/translations";
import { on, serve } from "@/lib/api/serve";
import * as translations from "@/lib/domain/translations/translations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTranslations, async ({ actor, window }) =>
    present(await translations.listTranslations(actor, {}, window), (row) => presentTranslation(actor, row)),
  ),
);

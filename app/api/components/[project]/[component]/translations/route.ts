import { present } from "@/lib/api/endpoint";
import { componentOf } from "@/lib/api/resources/find";
import {
  addTranslation,
  listComponentTranslations,
  presentAdded,
  presentTranslationInComponent,
} from "@/lib/api/resources/translations";
import { on, serve } from "@/lib/api/serve";
import { addLanguage } from "@/lib/domain/creation/add-language";
import { listTranslations } from "@/lib/domain/translations/translations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentTranslations, async ({ actor, params, window }) => {
    const component = await componentOf(actor, params);
    return present(await listTranslations(actor, { component }, window), presentTranslationInComponent);
  }),
  on(addTranslation, async ({ actor, params, body }) =>
    presentAdded(
      await addLanguage(actor, await componentOf(actor, params), body.language_code, {
        fromComponent: body.from_component,
      }),
    ),
  ),
);

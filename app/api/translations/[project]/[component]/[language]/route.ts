import { translationOf } from "@/lib/api/resources/find";
import { deleteTranslation, presentTranslation, readTranslation } from "@/lib/api/resources/translations";
import { on, serve } from "@/lib/api/serve";
import { removeLanguageFrom } from "@/lib/domain/creation/add-language";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readTranslation, async ({ actor, params }) => presentTranslation(actor, await translationOf(actor, params))),
  on(deleteTranslation, async ({ actor, params }) => removeLanguageFrom(actor, await translationOf(actor, params))),
);

import { autoTranslateTranslation, readAutoTranslation } from "@/lib/api/resources/auto-translate";
import { translationOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { autoTranslate } from "@/lib/domain/machinery/auto-translate";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(autoTranslateTranslation, async ({ actor, params, body }) => {
    const { message } = await autoTranslate(actor, await translationOf(actor, params), readAutoTranslation(body));
    return { details: message };
  }),
);

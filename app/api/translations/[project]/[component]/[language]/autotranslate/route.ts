import { answerAutoTranslation, autoTranslateTranslation } from "@/lib/api/resources/auto-translate";
import { translationOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(autoTranslateTranslation, async ({ actor, params, query, body }) =>
    answerAutoTranslation(actor, await translationOf(actor, params), body, query.dry_run),
  ),
);

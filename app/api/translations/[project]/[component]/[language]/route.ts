import { translationOf } from "@/lib/api/resources/find";
import { removal } from "@/lib/api/resources/removals";
import { deleteTranslation, presentTranslation, readTranslation } from "@/lib/api/resources/translations";
import { on, serve } from "@/lib/api/serve";
import { planLanguageRemoval } from "@/lib/domain/creation/plan-removal";
import { removeLanguageFrom } from "@/lib/domain/creation/remove-language";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readTranslation, async ({ actor, params }) => presentTranslation(actor, await translationOf(actor, params))),
  on(deleteTranslation, async ({ actor, params, query }) => {
    const translation = await translationOf(actor, params);
    return removal(
      query,
      async () => void (await removeLanguageFrom(actor, translation)),
      () => planLanguageRemoval(actor, translation),
    );
  }),
);

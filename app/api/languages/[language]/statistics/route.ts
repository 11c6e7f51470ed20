import { presentLanguageStatistics, readLanguageStatistics } from "@/lib/api/resources/languages";
import { on, serve } from "@/lib/api/serve";
import { findLanguage } from "@/lib/domain/languages/languages";
import { visibleLanguageCounter } from "@/lib/domain/statistics/visible";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readLanguageStatistics, async ({ actor, params }) => {
    const language = await findLanguage(params.language);
    return presentLanguageStatistics(language, await visibleLanguageCounter(actor, language.id));
  }),
);

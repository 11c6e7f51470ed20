import { presentLanguageStatistics, readLanguageStatistics } from "@/lib/api/resources/languages";
import { on, serve } from "@/lib/api/serve";
import { readCounter } from "@/lib/domain/counters/read-counters";
import { findLanguage } from "@/lib/domain/languages/languages";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readLanguageStatistics, async ({ params }) => {
    const language = await findLanguage(params.language);
    return presentLanguageStatistics(language, await readCounter("language", language.id));
  }),
);

import { presentLanguageStatistics, readLanguageStatistics } from "@/lib/api/resources/languages";
import { on, serve } from "@/lib/api/serve";
import { findLanguage } from "@/lib/domain/languages/languages";
import { readCounter, recentChangeCount } from "@/lib/domain/statistics/read";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readLanguageStatistics, async ({ params }) => {
    const language = await findLanguage(params.language);
    const [counters, recent] = await Promise.all([
      readCounter("language", language.id),
      recentChangeCount("language", [language.id]),
    ]);
    return presentLanguageStatistics(language, counters, recent.get(language.id) ?? 0);
  }),
);

import { serviceWords } from "@/app/ui/machinery-words";
import { textsOfRequest } from "@/app/ui/page-texts";
import { servePage } from "@/app/ui/serve-page";
import { readSuggestions } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { NotFound } from "@/lib/domain/errors";
import { suggestFor } from "@/lib/domain/machinery/suggest";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readSuggestions, async ({ actor, query, request }) => {
    const unit = Number(query.unit);
    if (!Number.isSafeInteger(unit) || unit <= 0) throw new NotFound("There is no such string.");
    const answer = await suggestFor(actor, unit, query.service, query.likeness);
    const t = await textsOfRequest(request, actor);
    const suggestions = answer.suggestions.map((one) => ({ ...one, serviceName: serviceWords(t, one.service) }));
    return { ...answer, suggestions };
  }),
);

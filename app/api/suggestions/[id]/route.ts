import { deleteSuggestion, presentSuggestion, readSuggestion } from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import { findSuggestion, removeSuggestion } from "@/lib/domain/discussion/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readSuggestion, async ({ actor, params }) => presentSuggestion(await findSuggestion(actor, params.id))),
  on(
    deleteSuggestion,
    async ({ actor, params, body }) =>
      removeSuggestion(actor, params.id, { text: body.rejection_reason ?? "", isSpam: body.is_spam ?? false }),
    ({ actor, params }) => findSuggestion(actor, params.id),
  ),
);

import { acceptSuggestion } from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import * as suggestions from "@/lib/domain/discussion/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(acceptSuggestion, async ({ actor, params, body }) => {
    await suggestions.acceptSuggestion(actor, params.id, body.approve ?? false);
    return { result: "accepted" as const };
  }),
);

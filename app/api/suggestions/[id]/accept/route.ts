import { acceptSuggestion } from "@/lib/api/resources/unit-discussion";
import { expectedVersion, withCurrent } from "@/lib/api/resources/write-unit";
import { on, serve } from "@/lib/api/serve";
import * as suggestions from "@/lib/domain/discussion/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    acceptSuggestion,
    async ({ actor, params, body, request }) => {
      const options = { baseVersion: expectedVersion(request) };
      await withCurrent(() => suggestions.acceptSuggestion(actor, params.id, body.approve ?? false, options));
      return { result: "accepted" as const };
    },
    ({ actor, params }) => suggestions.findSuggestion(actor, params.id),
  ),
);

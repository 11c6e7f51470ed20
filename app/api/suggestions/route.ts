import { present } from "@/lib/api/endpoint";
import { listSuggestions, presentSuggestion } from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import * as suggestions from "@/lib/domain/discussion/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listSuggestions, async ({ actor, window }) =>
    present(await suggestions.listSuggestions(actor, {}, window), presentSuggestion),
  ),
);

import { presentVote, voteOnSuggestion } from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import { findSuggestion, voteOn } from "@/lib/domain/discussion/suggestions";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    voteOnSuggestion,
    async ({ actor, params, body }) => presentVote(await voteOn(actor, params.id, body.value === 1 ? 1 : -1)),
    ({ actor, params }) => findSuggestion(actor, params.id),
  ),
);

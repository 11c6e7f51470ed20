import { present } from "@/lib/api/endpoint";
import {
  addUnitSuggestion,
  listUnitSuggestions,
  presentSuggestion,
  voteInstead,
} from "@/lib/api/resources/unit-discussion";
import { on, serve } from "@/lib/api/serve";
import { addSuggestion, listSuggestions } from "@/lib/domain/discussion/suggestions";
import { findUnit } from "@/lib/domain/units/units";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUnitSuggestions, async ({ actor, params, window }) => {
    const unit = await findUnit(actor, params.id);
    return present(await listSuggestions(actor, { unitId: unit.id }, window), presentSuggestion);
  }),
  on(
    addUnitSuggestion,
    async ({ actor, params, body }) => {
      const outcome = await addSuggestion(actor, params.id, body.target);
      return "vote" in outcome ? voteInstead(outcome.vote) : presentSuggestion(outcome.made);
    },
    ({ actor, params }) => findUnit(actor, params.id),
  ),
);

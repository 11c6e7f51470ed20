import { componentOf } from "@/lib/api/resources/find";
import { decideEdits, editsOf, listEdits, presentDecided } from "@/lib/api/resources/source-edits";
import { on, serve } from "@/lib/api/serve";
import { decideSourceEdits } from "@/lib/domain/source-edits/decide";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listEdits, async ({ actor, params, query, window, request }) =>
    editsOf(await componentOf(actor, params), query.below, window, request),
  ),
  on(decideEdits, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    const seen = body.edits.map(({ id, before, after }) => ({ sourceId: id, before, after }));
    return presentDecided(await decideSourceEdits(actor, component, seen, body.decision));
  }),
);

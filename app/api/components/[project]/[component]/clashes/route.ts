import { clashesOf, decideComponentClashes, listComponentClashes, presentOutcome } from "@/lib/api/resources/clashes";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { decideClashes } from "@/lib/domain/clashes/decide";
import { Invalid } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentClashes, async ({ actor, params, query, window, request }) => {
    const component = await componentOf(actor, params);
    return clashesOf(actor, { componentId: component.id }, query, window, request);
  }),
  on(decideComponentClashes, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    const { decision, ids, filter } = body;
    if ((ids === undefined) === (filter === undefined)) throw Invalid.field("ids", refusal("idsOrFilter"));
    const choice = ids ? { ids } : { filter: filter ?? {} };
    return presentOutcome(await decideClashes(actor, { componentId: component.id }, choice, { text: decision }));
  }),
);

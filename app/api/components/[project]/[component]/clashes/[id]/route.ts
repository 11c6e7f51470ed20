import { decideComponentClash, decisionOf, presentClash, readClash } from "@/lib/api/resources/clashes";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { decideClash } from "@/lib/domain/clashes/decide";
import { findClash } from "@/lib/domain/clashes/list";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readClash, async ({ actor, params }) => {
    const component = await componentOf(actor, params);
    return presentClash(await findClash(actor, { componentId: component.id }, params.id));
  }),
  on(decideComponentClash, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    const scope = { componentId: component.id };
    await decideClash(actor, scope, params.id, decisionOf(body));
    return presentClash(await findClash(actor, scope, params.id));
  }),
);

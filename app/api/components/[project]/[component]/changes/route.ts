import { changesOf, listComponentChanges } from "@/lib/api/resources/changes";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listComponentChanges, async ({ actor, params, query, window, request }) => {
    const component = await componentOf(actor, params);
    return changesOf(actor, { componentId: component.id }, query, window, request);
  }),
);

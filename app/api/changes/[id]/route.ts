import { Reply } from "@/lib/api/endpoint";
import { actionNames, presentChange, readChange } from "@/lib/api/resources/changes";
import { on, serve } from "@/lib/api/serve";
import { findChange } from "@/lib/domain/changes/list";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readChange, async ({ actor, params, request }) => {
    const { nameOf, headers } = actionNames(request);
    return new Reply(presentChange(await findChange(actor, params.id), nameOf), headers);
  }),
);

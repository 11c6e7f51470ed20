import { actionNames, presentChange, readChange } from "@/lib/api/resources/changes";
import { on, serve } from "@/lib/api/serve";
import { findChange } from "@/lib/domain/changes/list";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readChange, async ({ actor, params, request }) =>
    presentChange(await findChange(actor, params.id), actionNames(request)),
  ),
);

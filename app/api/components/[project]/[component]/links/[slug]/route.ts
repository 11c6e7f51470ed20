import { removeComponentLink } from "@/lib/api/resources/component-links";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { removeLink } from "@/lib/domain/components/component-links";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeComponentLink, async ({ actor, params }) =>
    removeLink(actor, await componentOf(actor, params), params.slug),
  ),
);

import { pathOnList, removeComponentFromList } from "@/lib/api/resources/component-lists";
import { on, serve } from "@/lib/api/serve";
import * as lists from "@/lib/domain/componentlists/componentlists";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(removeComponentFromList, async ({ actor, params }) =>
    lists.removeComponent(actor, params.slug, pathOnList(params.component)),
  ),
);

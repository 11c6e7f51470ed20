import * as resource from "@/lib/api/resources/component-defaults";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readCategoryDefaults, async ({ actor, params }) =>
    resource.presentDefaults(actor, await resource.categoryOwner(actor, params.id)),
  ),
  on(resource.changeCategoryDefaults, async ({ actor, params, body, query }) =>
    resource.changeDefaults(actor, await resource.categoryOwner(actor, params.id), body, query.dry_run),
  ),
);

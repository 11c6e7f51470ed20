import * as resource from "@/lib/api/resources/component-defaults";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readProjectDefaults, async ({ actor, params }) =>
    resource.presentDefaults(actor, await resource.projectOwner(actor, params.project)),
  ),
  on(resource.changeProjectDefaults, async ({ actor, params, body, query }) =>
    resource.changeDefaults(actor, await resource.projectOwner(actor, params.project), body, query.dry_run),
  ),
);

import * as resource from "@/lib/api/resources/component-defaults";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(resource.readSiteDefaults, async ({ actor }) => resource.presentDefaults(actor, undefined)),
  on(resource.changeSiteDefaults, async ({ actor, body, query }) =>
    resource.changeDefaults(actor, undefined, body, query.dry_run),
  ),
);

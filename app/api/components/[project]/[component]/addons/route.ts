import { installOnComponent, planInstall, presentAddon } from "@/lib/api/resources/addons";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { hasOneOf } from "@/lib/domain/addon-runs/addon-files";
import { installAddon } from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(installOnComponent, async ({ actor, params, query, body }) => {
    const component = await componentOf(actor, params);
    if (query.dry_run) return planInstall(actor, { component }, body);
    return presentAddon(await installAddon(actor, { component }, body, hasOneOf));
  }),
);

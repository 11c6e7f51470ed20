import { installOnComponent, presentAddon } from "@/lib/api/resources/addons";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { hasOneOf } from "@/lib/domain/addon-runs/addon-files";
import { installAddon } from "@/lib/domain/addons/addons";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(installOnComponent, async ({ actor, params, body }) => {
    const component = await componentOf(actor, params);
    return presentAddon(await installAddon(actor, { component }, body, hasOneOf));
  }),
);

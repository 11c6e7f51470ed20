import { installOnProject, planInstall, presentAddon } from "@/lib/api/resources/addons";
import { on, serve } from "@/lib/api/serve";
import { installAddon } from "@/lib/domain/addons/addons";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(installOnProject, async ({ actor, params, query, body }) => {
    const project = await findProject(actor, params.project);
    if (query.dry_run) return planInstall(actor, { project }, body);
    return presentAddon(await installAddon(actor, { project }, body));
  }),
);

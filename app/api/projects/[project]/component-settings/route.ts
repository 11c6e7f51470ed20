import { changeComponentSettings, settingsOfRequest } from "@/lib/api/resources/component-settings";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeComponentSettings, async ({ actor, params, query, body }) => {
    const { slug } = await findProject(actor, params.project);
    return settingsOfRequest(actor, slug, body, query.dry_run);
  }),
);

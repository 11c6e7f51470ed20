import { changeComponentSettings, settingsOfRequest } from "@/lib/api/resources/component-settings";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(
    changeComponentSettings,
    ({ actor, params, query, body }) => settingsOfRequest(actor, params.project, body, query.dry_run),
    ({ actor, params }) => findProject(actor, params.project),
  ),
);

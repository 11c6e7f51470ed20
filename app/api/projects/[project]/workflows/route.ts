import { listProjectWorkflows, presentWorkflow } from "@/lib/api/resources/workflows";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { listWorkflows } from "@/lib/domain/projects/workflows";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjectWorkflows, async ({ actor, params }) =>
    (await listWorkflows(await findProject(actor, params.project))).map(presentWorkflow),
  ),
);

import {
  presentWorkflow,
  readProjectWorkflow,
  removeProjectWorkflow,
  setProjectWorkflow,
  workflowSettings,
} from "@/lib/api/resources/workflows";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { findWorkflow, removeWorkflow, setWorkflow } from "@/lib/domain/projects/workflows";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectWorkflow, async ({ actor, params }) =>
    presentWorkflow(await findWorkflow(await findProject(actor, params.project), params.language)),
  ),
  on(setProjectWorkflow, async ({ actor, params, body }) =>
    presentWorkflow(
      await setWorkflow(actor, await findProject(actor, params.project), params.language, workflowSettings(body)),
    ),
  ),
  on(removeProjectWorkflow, async ({ actor, params }) =>
    removeWorkflow(actor, await findProject(actor, params.project), params.language),
  ),
);

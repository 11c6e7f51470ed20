import { changeMachineryLimits, presentUsage, readMachineryUsage } from "@/lib/api/resources/machinery";
import { on, serve } from "@/lib/api/serve";
import { readUsage, setLimits } from "@/lib/domain/machinery/usage";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readMachineryUsage, async ({ actor, params }) =>
    presentUsage(await readUsage(actor, await findProject(actor, params.project))),
  ),
  on(changeMachineryLimits, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    await setLimits(actor, project, body);
    return presentUsage(await readUsage(actor, project));
  }),
);

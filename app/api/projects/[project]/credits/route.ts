import { presentCredits, readPeriod, readProjectCredits } from "@/lib/api/resources/credits";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { listCredits } from "@/lib/domain/statistics/credits";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectCredits, async ({ actor, params, query }) =>
    presentCredits(await listCredits(actor, { project: await findProject(actor, params.project) }, readPeriod(query))),
  ),
);

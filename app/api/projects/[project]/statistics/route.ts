import { presentProjectStatistics, readProjectStatistics } from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { visibleCounter } from "@/lib/domain/statistics/visible";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectStatistics, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    return presentProjectStatistics(project, await visibleCounter(actor, "project", project.id));
  }),
);

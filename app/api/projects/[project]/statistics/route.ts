import { presentProjectStatistics, readProjectStatistics } from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { readCounter, recentChangeCount } from "@/lib/domain/statistics/read";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectStatistics, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    const [counters, recent] = await Promise.all([
      readCounter("project", project.id),
      recentChangeCount("project", [project.id]),
    ]);
    return presentProjectStatistics(project, counters, recent.get(project.id) ?? 0);
  }),
);

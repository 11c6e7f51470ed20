import { listProjectLanguages, presentProjectLanguage } from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { readProjectLanguages } from "@/lib/domain/statistics/visible";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjectLanguages, async ({ actor, params, window }) => {
    const project = await findProject(actor, params.project);
    const { rows, count } = await readProjectLanguages(actor, project.id, window);
    return { items: rows.map((row) => presentProjectLanguage(project, row)), count };
  }),
);

import { listProjectLanguages, presentProjectLanguage } from "@/lib/api/resources/projects";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import { recentByLanguage } from "@/lib/domain/search/recent-by-language";
import { readProjectLanguages } from "@/lib/domain/statistics/read";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjectLanguages, async ({ actor, params, window }) => {
    const project = await findProject(actor, params.project);
    const { rows, count } = await readProjectLanguages(project.id, window);
    const recent = await recentByLanguage(
      project.id,
      rows.map((row) => row.languageId),
    );
    return { items: rows.map((row) => presentProjectLanguage(project, row, recent.get(row.languageId) ?? 0)), count };
  }),
);

import { present } from "@/lib/api/endpoint";
import { listProjectCategories, presentCategory } from "@/lib/api/resources/categories";
import { on, serve } from "@/lib/api/serve";
import { listCategories } from "@/lib/domain/categories/categories";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listProjectCategories, async ({ actor, params, window }) => {
    const project = await findProject(actor, params.project);
    return present(await listCategories(actor, { projectId: project.id }, window), presentCategory);
  }),
);

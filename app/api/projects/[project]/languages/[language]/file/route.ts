import { archiveAnswer, archiveConverter } from "@/lib/api/downloads";
import { downloadProjectLanguageFiles } from "@/lib/api/resources/files";
import { on, serve } from "@/lib/api/serve";
import { projectArchive } from "@/lib/domain/exports/archives";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadProjectLanguageFiles, async ({ actor, params, query }) => {
    const project = await findProject(actor, params.project);
    const converter = archiveConverter(query.format);
    return archiveAnswer(
      await projectArchive(actor, project, { languageCode: params.language, converter, slugPart: query.filter ?? "" }),
      `${project.slug}-${params.language}`,
    );
  }),
);

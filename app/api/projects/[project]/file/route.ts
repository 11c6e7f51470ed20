import { archiveAnswer, archiveConverter } from "@/lib/api/downloads";
import { downloadProjectFiles } from "@/lib/api/resources/files";
import { projectOfFiles } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { projectArchive } from "@/lib/domain/exports/archives";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadProjectFiles, async ({ actor, params, query }) => {
    const project = await projectOfFiles(actor, params.project);
    const converter = archiveConverter(query.format);
    return archiveAnswer(
      await projectArchive(actor, project, { languageCode: query.language_code, converter }),
      project.slug,
    );
  }),
);

import { archiveAnswer, archiveConverter } from "@/lib/api/downloads";
import { downloadComponentFiles } from "@/lib/api/resources/files";
import { componentOfFiles } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { componentArchive } from "@/lib/domain/exports/archives";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(downloadComponentFiles, async ({ actor, params, query }) => {
    const component = await componentOfFiles(actor, params);
    const converter = archiveConverter(query.format);
    const name = [component.project.slug, component.categoryPath.replaceAll("/", "-"), component.slug]
      .filter(Boolean)
      .join("-");
    return archiveAnswer(componentArchive(actor, component, converter), name);
  }),
);

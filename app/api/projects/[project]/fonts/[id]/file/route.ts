import { fontAnswer, fontUpload, presentFont, readFontFile, replaceFont } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as fonts from "@/lib/domain/fonts/fonts";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readFontFile, async ({ actor, params }) => {
    const { row, content } = await fonts.readFontFile(actor, params.project, params.id);
    return fontAnswer(row, content);
  }),
  on(
    replaceFont,
    async ({ actor, params, body }) =>
      presentFont(
        params.project,
        await fonts.replaceFont(actor, params.project, params.id, await fontUpload(body.font)),
      ),
    ({ actor, params }) => findProject(actor, params.project),
  ),
);

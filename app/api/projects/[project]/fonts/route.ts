import { present } from "@/lib/api/endpoint";
import { fontUpload, listFonts, presentFont, uploadFont } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as fonts from "@/lib/domain/fonts/fonts";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listFonts, async ({ actor, params, window }) =>
    present(await fonts.listFonts(actor, params.project, window), (row) => presentFont(params.project, row)),
  ),
  on(
    uploadFont,
    async ({ actor, params, body }) =>
      presentFont(params.project, await fonts.uploadFont(actor, params.project, await fontUpload(body.font))),
    ({ actor, params }) => findProject(actor, params.project),
  ),
);

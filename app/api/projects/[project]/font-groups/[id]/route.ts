import { changeFontGroup, deleteFontGroup, presentFontGroup, readFontGroup } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as groups from "@/lib/domain/fonts/groups";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readFontGroup, async ({ actor, params }) =>
    presentFontGroup(params.project, await groups.findGroup(actor, params.project, params.id)),
  ),
  on(
    changeFontGroup,
    async ({ actor, params, body: { name, font, languages } }) =>
      presentFontGroup(
        params.project,
        await groups.changeGroup(actor, params.project, params.id, { name, fontId: font, languages }),
      ),
    ({ actor, params }) => findProject(actor, params.project),
  ),
  on(deleteFontGroup, async ({ actor, params }) => groups.removeGroup(actor, params.project, params.id)),
);

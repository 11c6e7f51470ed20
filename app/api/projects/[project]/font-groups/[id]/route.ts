import { changeFontGroup, deleteFontGroup, presentFontGroup, readFontGroup } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as groups from "@/lib/domain/fonts/groups";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readFontGroup, async ({ actor, params }) =>
    presentFontGroup(params.project, await groups.findGroup(actor, params.project, params.id)),
  ),
  on(changeFontGroup, async ({ actor, params, body }) => {
    const { slug } = await findProject(actor, params.project);
    const { name, font, languages } = body;
    const changed = await groups.changeGroup(actor, slug, params.id, { name, fontId: font, languages });
    return presentFontGroup(slug, changed);
  }),
  on(deleteFontGroup, async ({ actor, params }) => groups.removeGroup(actor, params.project, params.id)),
);

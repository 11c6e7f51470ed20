import { changeFontGroup, deleteFontGroup, presentFontGroup, readFontGroup } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as groups from "@/lib/domain/fonts/groups";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readFontGroup, async ({ actor, params }) =>
    presentFontGroup(params.project, await groups.findGroup(actor, params.project, params.id)),
  ),
  on(changeFontGroup, async ({ actor, params, body: { name, font, languages } }) =>
    presentFontGroup(
      params.project,
      await groups.changeGroup(actor, params.project, params.id, { name, fontId: font, languages }),
    ),
  ),
  on(deleteFontGroup, async ({ actor, params }) => groups.removeGroup(actor, params.project, params.id)),
);

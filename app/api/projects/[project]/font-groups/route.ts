import { present } from "@/lib/api/endpoint";
import { createFontGroup, listFontGroups, presentFontGroup } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as groups from "@/lib/domain/fonts/groups";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listFontGroups, async ({ actor, params, window }) =>
    present(await groups.listGroups(actor, params.project, window), (row) => presentFontGroup(params.project, row)),
  ),
  on(
    createFontGroup,
    async ({ actor, params, body: { name, font, languages = [] } }) =>
      presentFontGroup(
        params.project,
        await groups.createGroup(actor, params.project, { name, fontId: font, languages }),
      ),
    ({ actor, params }) => findProject(actor, params.project),
  ),
);

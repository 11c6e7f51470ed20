import { changeLabel, deleteLabel, presentLabel } from "@/lib/api/resources/labels";
import { on, serve } from "@/lib/api/serve";
import * as labels from "@/lib/domain/labels/labels";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeLabel, async ({ actor, params, body }) =>
    presentLabel(await labels.update(actor, params.project, params.id, body)),
  ),
  on(deleteLabel, async ({ actor, params }) => labels.remove(actor, params.project, params.id)),
);

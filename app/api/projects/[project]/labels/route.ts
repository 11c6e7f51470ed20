import { present } from "@/lib/api/endpoint";
import { createLabel, listLabels, presentLabel } from "@/lib/api/resources/labels";
import { on, serve } from "@/lib/api/serve";
import * as labels from "@/lib/domain/labels/labels";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listLabels, async ({ actor, params, window }) =>
    present(await labels.list(actor, params.project, window), presentLabel),
  ),
  on(createLabel, async ({ actor, params, body }) => presentLabel(await labels.create(actor, params.project, body))),
);

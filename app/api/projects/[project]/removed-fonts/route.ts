import { present } from "@/lib/api/endpoint";
import { listRemovedFonts, presentRemovedFont } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import { listRemoved } from "@/lib/domain/fonts/removed";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listRemovedFonts, async ({ actor, params, window }) =>
    present(await listRemoved(actor, params.project, window), (row) => presentRemovedFont(params.project, row)),
  ),
);

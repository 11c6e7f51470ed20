import { orMoved } from "@/lib/api/moved";
import { feedExport, readFeed } from "@/lib/api/resources/exports";
import { on, serve } from "@/lib/api/serve";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readFeed, async ({ actor, params, request }) =>
    orMoved(actor, { base: "exports/rss", path: params.path, request }, () => feedExport(actor, params.path, request)),
  ),
);

import { deleteFont, presentFont, readFont } from "@/lib/api/resources/fonts";
import { on, serve } from "@/lib/api/serve";
import * as fonts from "@/lib/domain/fonts/fonts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readFont, async ({ actor, params }) =>
    presentFont(params.project, await fonts.findFont(actor, params.project, params.id)),
  ),
  on(deleteFont, async ({ actor, params }) => fonts.removeFont(actor, params.project, params.id)),
);

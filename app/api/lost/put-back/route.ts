import { presentPutBack, putBackTexts } from "@/lib/api/resources/lost";
import { on, serve } from "@/lib/api/serve";
import { putBack } from "@/lib/domain/lost/put-back";
import { resolvePath } from "@/lib/domain/translations/resolve-path";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(putBackTexts, async ({ actor, body }) =>
    presentPutBack(await putBack(actor, await resolvePath(actor, body.path.split("/")), body.ids)),
  ),
);

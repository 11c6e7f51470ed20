import { tellPresence } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import * as editor from "@/lib/domain/editor/presence";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(tellPresence, async ({ actor, body: { translation, unit, account, ...where } }) => {
    await editor.tellPresence(actor, { ...where, translationId: translation, unitId: unit, accountId: account });
    return {};
  }),
);

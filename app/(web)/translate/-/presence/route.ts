import { servePage } from "@/app/ui/serve-page";
import { tellPresence } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import * as editor from "@/lib/domain/editor/presence";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(tellPresence, async ({ actor, body: { translation, unit, account, ...where } }) => {
    await editor.tellPresence(actor, { ...where, translationId: translation, unitId: unit, accountId: account });
    return {};
  }),
);

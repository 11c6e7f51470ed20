import { servePage } from "@/app/ui/serve-page";
import { suggestUnit } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { suggestString } from "@/lib/domain/editor/suggest-string";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(suggestUnit, async ({ actor, body: { unit, targets, sources, account } }) =>
    suggestString(actor, { unitId: unit, targets, sources, accountId: account }),
  ),
);

import { suggestUnit } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { suggestString } from "@/lib/domain/editor/suggest-string";
import { serveEditor } from "../../serve-editor";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(suggestUnit, async ({ actor, body: { unit, targets, sources, account } }) =>
    suggestString(actor, { unitId: unit, targets, sources, accountId: account }),
  ),
);

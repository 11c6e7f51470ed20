import { HttpError } from "@/lib/api/errors";
import { readWindow } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { readPlaceKey } from "@/lib/domain/editor/place";
import { findEditorUnits, loadWindow, type WindowRequest } from "@/lib/domain/editor/window";
import { serveEditor } from "../../serve-editor";

function askOf(query: { checksum?: string; unit?: number; offset?: number }): WindowRequest {
  const { checksum, unit, offset } = query;
  if (unit !== undefined) return { at: "string", string: { id: unit } };
  if (checksum) return { at: "string", string: { checksum } };
  if (offset !== undefined) return { at: "offset", offset };
  throw new HttpError(400, "invalid", "Say where in the list: checksum, unit or offset.");
}

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serveEditor(
  on(readWindow, async ({ actor, query }) => {
    if (query.ids === undefined) return loadWindow(actor, readPlaceKey(query.list), query.q ?? "", askOf(query));
    const ids = query.ids.split(",").map(Number);
    return {
      units: await findEditorUnits(
        actor,
        ids.filter((one) => Number.isSafeInteger(one) && one > 0),
      ),
    };
  }),
);

import { HttpError } from "@/lib/api/errors";
import { readWindow } from "@/lib/api/resources/editor";
import { on, serve } from "@/lib/api/serve";
import { findEditorUnits, loadWindow, type WindowRequest } from "@/lib/domain/editor/window";
import { findTranslationById } from "@/lib/domain/translations/translations";

function askOf(query: { at?: string; place?: string; checksum?: string; offset?: string }): WindowRequest {
  const { at, checksum } = query;
  const place = /^(\d{1,10})\.(\d{1,16})$/.exec(query.place ?? "");
  if (place && (at === "later" || at === "earlier"))
    return { at, place: { position: Number(place[1]), id: Number(place[2]) } };
  if (checksum) return { at: "checksum", checksum };
  const offset = Number(query.offset ?? 0);
  if (Number.isSafeInteger(offset) && offset >= 0) return { at: "offset", offset };
  throw new HttpError(400, "invalid", "Say where in the list: at and place, checksum, or offset.");
}

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readWindow, async ({ actor, query }) => {
    const id = Number(query.translation);
    const translation = await findTranslationById(actor, Number.isSafeInteger(id) ? id : 0);
    if (query.ids !== undefined) {
      const ids = query.ids.split(",").map(Number);
      const units = await findEditorUnits(
        actor,
        translation,
        ids.filter((one) => Number.isSafeInteger(one) && one > 0),
      );
      return { units, first: undefined, total: undefined, cursor: undefined, outside: undefined };
    }
    return loadWindow(actor, translation, query.q ?? "", askOf(query));
  }),
);

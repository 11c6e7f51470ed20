import { callerOf } from "@/lib/api/actor";
import { HttpError } from "@/lib/api/errors";
import { loadWindow, type WindowAsk } from "@/lib/domain/editor/window";
import { findTranslationById } from "@/lib/domain/translations/translations";
import { answer } from "../answer";

function askOf(query: URLSearchParams): WindowAsk {
  const place = /^(\d{1,10})\.(\d{1,16})$/.exec(query.get("place") ?? "");
  const at = query.get("at");
  if (place && (at === "later" || at === "earlier"))
    return { at, place: { position: Number(place[1]), id: Number(place[2]) } };
  const checksum = query.get("checksum");
  if (checksum) return { at: "checksum", checksum };
  const offset = Number(query.get("offset"));
  if (Number.isSafeInteger(offset) && offset >= 0) return { at: "offset", offset };
  throw new HttpError(400, "invalid", "Say where in the list: at and place, checksum, or offset.");
}

/** More strings of a list that the editor has open. */
export async function GET(request: Request): Promise<Response> {
  return answer(async () => {
    const query = new URL(request.url).searchParams;
    const { actor } = await callerOf(request);
    const id = Number(query.get("translation"));
    const translation = await findTranslationById(actor, Number.isSafeInteger(id) ? id : 0);
    return { body: await loadWindow(actor, translation, query.get("q") ?? "", askOf(query)) };
  });
}

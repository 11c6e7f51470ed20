import { askedPalette } from "@/app/ui/palette/ask";
import { servePage } from "@/app/ui/serve-page";
import { askPalette } from "@/lib/api/resources/palette";
import { on } from "@/lib/api/serve";
import { clientAddress } from "@/lib/api/throttle";
import { Throttled } from "@/lib/domain/errors";
import { takeTurn } from "@/lib/platform/throttle-store";
import { textsOf } from "@/lib/text/messages/catalogue";
import { refusal } from "@/lib/text/messages/refusal";

/** More than anybody types. */
const RATE = "300/minute";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(askPalette, async ({ actor, query, request }) => {
    const who = actor.isAnonymous ? clientAddress(request) : String(actor.viewing?.by.userId ?? actor.userId);
    const verdict = await takeTurn(actor.isAnonymous ? "palette-address" : "palette", who, RATE);
    if (verdict && !verdict.allowed) throw new Throttled(refusal("manyRequestsWait"), verdict.reset);
    return { groups: await askedPalette(textsOf(query.language), actor, query) };
  }),
);

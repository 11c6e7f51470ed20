import { servePage } from "@/app/ui/serve-page";
import { readMentions } from "@/lib/api/resources/editor";
import { on } from "@/lib/api/serve";
import { NotFound } from "@/lib/domain/errors";
import { findMentions } from "@/lib/domain/machinery/concordance";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = servePage(
  on(readMentions, async ({ actor, query }) => {
    const unit = Number(query.unit);
    if (!Number.isSafeInteger(unit) || unit <= 0) throw new NotFound("There is no such string.");
    return { mentions: await findMentions(actor, unit, query.q) };
  }),
);

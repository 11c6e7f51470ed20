import { callerOf } from "@/lib/api/actor";
import { NotFound } from "@/lib/domain/errors";
import { suggestFor } from "@/lib/domain/machinery/suggest";
import { answer } from "../answer";

/** Automatic suggestions for one string: what is known here, or with `service` what that one says. */
export async function GET(request: Request): Promise<Response> {
  return answer(async () => {
    const { actor } = await callerOf(request);
    const query = new URL(request.url).searchParams;
    const unit = Number(query.get("unit"));
    if (!Number.isSafeInteger(unit) || unit <= 0) throw new NotFound("There is no such string.");
    return { body: await suggestFor(actor, unit, query.get("service") ?? undefined) };
  });
}

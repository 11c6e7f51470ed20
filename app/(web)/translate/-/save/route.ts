import { z } from "zod";
import { callerOf } from "@/lib/api/actor";
import { HttpError } from "@/lib/api/errors";
import { saveString } from "@/lib/domain/editor/save-string";
import { answer, readBody } from "../answer";

const Save = z.object({
  unit: z.int().positive(),
  targets: z.array(z.string()).min(1).max(12),
  state: z.int(),
  account: z.int(),
});

/** Saves one string; the version it is based on comes as `If-Match`. 412 carries what stands there now. */
export async function POST(request: Request): Promise<Response> {
  return answer(async () => {
    const { actor } = await callerOf(request);
    const base = /^"?(\d{1,9})"?$/.exec(request.headers.get("if-match") ?? "");
    if (!base) throw new HttpError(428, "precondition_required", "Name the version of the string as If-Match.");
    const { unit, targets, state, account } = await readBody(request, Save);
    const outcome = await saveString(actor, {
      unitId: unit,
      targets,
      state,
      baseVersion: Number(base[1]),
      accountId: account,
    });
    return { status: outcome.kind === "conflict" ? 412 : 200, body: outcome };
  });
}

import { changeUnitCheck, presentUnitCheck } from "@/lib/api/resources/unit-checks";
import { on, serve } from "@/lib/api/serve";
import { dismissFinding, findingsOf } from "@/lib/domain/units/findings";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(changeUnitCheck, async ({ actor, params, body }) => {
    await dismissFinding(actor, params.id, params.check, body);
    return (await findingsOf(actor, params.id)).map(presentUnitCheck);
  }),
);

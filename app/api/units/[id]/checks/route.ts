import { listUnitChecks, presentUnitCheck } from "@/lib/api/resources/unit-checks";
import { on, serve } from "@/lib/api/serve";
import { findingsOf } from "@/lib/domain/units/findings";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUnitChecks, async ({ actor, params }) => (await findingsOf(actor, params.id)).map(presentUnitCheck)),
);

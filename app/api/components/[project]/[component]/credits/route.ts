import { presentCredits, readComponentCredits, readPeriod } from "@/lib/api/resources/credits";
import { componentOf } from "@/lib/api/resources/find";
import { on, serve } from "@/lib/api/serve";
import { listCredits } from "@/lib/domain/statistics/credits";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readComponentCredits, async ({ actor, params, query }) =>
    presentCredits(await listCredits(actor, { component: await componentOf(actor, params) }, readPeriod(query))),
  ),
);

import { present } from "@/lib/api/endpoint";
import { listUnits, presentUnit } from "@/lib/api/resources/units";
import { on, serve } from "@/lib/api/serve";
import { searchUnits } from "@/lib/domain/search/search-units";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listUnits, async ({ actor, query, window }) =>
    present(await searchUnits(actor, query.q ?? "", window), presentUnit),
  ),
);

import { revertChange } from "@/lib/api/resources/changes";
import { presentUnit } from "@/lib/api/resources/units";
import { on, serve } from "@/lib/api/serve";
import { revertTo } from "@/lib/domain/units/revert";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(revertChange, async ({ actor, params }) => presentUnit(await revertTo(actor, params.id))),
);

import { Reply } from "@/lib/api/endpoint";
import { changeUnit, deleteUnit, presentUnit, readUnit, replaceUnit } from "@/lib/api/resources/units";
import { unitTag, writeUnit } from "@/lib/api/resources/write-unit";
import { on, serve } from "@/lib/api/serve";
import { removeUnit } from "@/lib/domain/units/remove-unit";
import { findUnit } from "@/lib/domain/units/units";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readUnit, async ({ actor, params }) => {
    const unit = await findUnit(actor, params.id);
    return new Reply(presentUnit(unit), { ETag: unitTag(unit) });
  }),
  on(
    changeUnit,
    async ({ actor, params, body, request }) => writeUnit(actor, params.id, body, request, false),
    ({ actor, params }) => findUnit(actor, params.id),
  ),
  on(deleteUnit, async ({ actor, params }) => {
    await removeUnit(actor, params.id);
  }),
  on(
    replaceUnit,
    async ({ actor, params, body, request }) => writeUnit(actor, params.id, body, request, true),
    ({ actor, params }) => findUnit(actor, params.id),
  ),
);

import {
  changePropagation,
  presentPropagation,
  readPropagation,
  takePropagationBack,
} from "@/lib/api/resources/unit-propagation";
import { on, serve } from "@/lib/api/serve";
import type { Actor } from "@/lib/domain/access/actor";
import { sameElsewhere } from "@/lib/domain/editor/nearby";
import { linkOf, setLinked, takeBackSpread } from "@/lib/domain/units/spread";
import { findUnit } from "@/lib/domain/units/units";

async function read(actor: Actor, id: number) {
  const unit = await findUnit(actor, id);
  return presentPropagation(await linkOf(id), unit.id === unit.sourceId ? [] : await sameElsewhere(actor, unit));
}

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readPropagation, ({ actor, params }) => read(actor, params.id)),
  on(
    changePropagation,
    async ({ actor, params, body }) => {
      await setLinked(actor, params.id, body.linked);
      return read(actor, params.id);
    },
    ({ actor, params }) => findUnit(actor, params.id),
  ),
  on(takePropagationBack, ({ actor, params }) => takeBackSpread(actor, params.id)),
);

import { changeNotice, presentNotice, readNotice } from "@/lib/api/resources/notices";
import { on, serve } from "@/lib/api/serve";
import { findNotice, setDone } from "@/lib/domain/notices/inbox";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readNotice, async ({ actor, params }) => presentNotice(await findNotice(actor, params.id))),
  on(
    changeNotice,
    async ({ actor, params, body }) => presentNotice(await setDone(actor, params.id, body.done)),
    ({ actor, params }) => findNotice(actor, params.id),
  ),
);

import { applyWish, editAlert, presentAlert, readAlert } from "@/lib/api/resources/alerts";
import { on, serve } from "@/lib/api/serve";
import { findAlert } from "@/lib/domain/diagnostics/open-alerts";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readAlert, async ({ actor, params }) => presentAlert(await findAlert(actor, params.id))),
  on(
    editAlert,
    async ({ actor, params, body }) => presentAlert(await applyWish(actor, params.id, body)),
    ({ actor, params }) => findAlert(actor, params.id),
  ),
);

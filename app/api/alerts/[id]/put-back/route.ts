import { putBackOfAlert } from "@/lib/api/resources/alerts";
import { on, serve } from "@/lib/api/serve";
import { putBackByAlert } from "@/lib/domain/lost/taken-back";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(putBackOfAlert, async ({ actor, params }) => putBackByAlert(actor, params.id)),
);

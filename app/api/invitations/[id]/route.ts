import { revokeInvitation } from "@/lib/api/resources/invitations";
import { on, serve } from "@/lib/api/serve";
import { revokeInvitation as revoke } from "@/lib/domain/invitations/invitations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(revokeInvitation, ({ actor, params }) => revoke(actor, params.id)),
);

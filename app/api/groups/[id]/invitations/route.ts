import { present } from "@/lib/api/endpoint";
import { createInvitation, listInvitations, presentInvitation } from "@/lib/api/resources/invitations";
import { on, serve } from "@/lib/api/serve";
import { invitationsOfTeam, invite } from "@/lib/domain/invitations/invitations";
import { findTeam } from "@/lib/domain/teams/teams";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listInvitations, async ({ actor, params, window }) =>
    present(await invitationsOfTeam(actor, params.id, window), presentInvitation),
  ),
  on(
    createInvitation,
    async ({ actor, params, body }) => {
      const { id, link } = await invite(actor, {
        email: body.email ?? "",
        teamId: params.id,
        byMail: body.send !== "link",
      });
      return { id, link: link ?? null };
    },
    ({ actor, params }) => findTeam(actor, params.id),
  ),
);

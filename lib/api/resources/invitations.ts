import { z } from "zod";
import type { InvitationRow } from "@/lib/domain/invitations/invitations";
import { type Answer, endpoint, pageOf, schema } from "../endpoint";
import { idPart, timestamp } from "../fields";
import { moment } from "../json";

/** Invitations to a group; the contract 3.15. */

const members = {
  id: z.int(),
  email: z.string().describe("Empty for a link to hand on."),
  by_mail: z.boolean().describe("Whether the code went to the address by mail."),
  sent: timestamp,
  expires: timestamp,
};
export const Invitation = schema("Invitation", z.object(members));
const NewInvitation = schema(
  "NewInvitation",
  z.object({ id: z.int(), link: z.string().nullable().describe("Shown once; null when it was mailed.") }),
);

const params = z.object({ id: idPart });
const tag = "Groups";
const permission = "group.edit, or project.permissions in the group's own project, or being an admin of the group";

export const listInvitations = endpoint({
  method: "GET",
  path: "/api/groups/{id}/invitations/",
  tag,
  summary: "Invitations to a group that nobody has used yet",
  permission,
  params,
  answer: pageOf(Invitation),
});
export const createInvitation = endpoint({
  method: "POST",
  path: listInvitations.path,
  tag,
  summary: "Invite somebody to a group",
  description:
    "By mail or by a link to hand on, good once within seven days. An earlier invitation of the same address to the same group ends.",
  permission,
  params,
  body: z.object({
    email: z.string().max(190).optional().describe("Needed for a mail."),
    send: z.enum(["mail", "link"]).optional().describe("mail when left out."),
  }),
  answer: NewInvitation,
  status: 201,
});
export const revokeInvitation = endpoint({
  method: "DELETE",
  path: "/api/invitations/{id}/",
  tag,
  summary: "Revoke an invitation",
  permission,
  params,
});

/** An invitation as the outside sees it: never its code. */
export function presentInvitation(row: InvitationRow): Answer<typeof Invitation> {
  return {
    id: row.id,
    email: row.email,
    by_mail: row.byMail,
    sent: moment(row.sentAt),
    expires: moment(row.expiresAt),
  };
}

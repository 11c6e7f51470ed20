"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import {
  invite,
  renewInvitationLink,
  revokeInvitation,
  sendInvitationAgain,
} from "@/lib/domain/invitations/invitations";
import { answerForm, checkbox, readForm, text } from "./answer-form";
import type { FormState } from "./form-state";
import { getTexts } from "./page-texts";
import { currentActor } from "./session";

/** Forms about invitations, for the pages of projects, teams and the installation. */

const number = z.coerce.number().int().min(1).max(2_147_483_647);
const invitation = z.object({
  email: text(190),
  team: text(9).refine((value) => /^(?:[1-9]\d{0,8}|site)$/.test(value), "access.teamMissing" satisfies TextKey),
  send: z.enum(["mail", "link"], "invitation.howMissing" satisfies TextKey),
  superuser: checkbox,
});

export async function inviteSomebody(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(invitation, form);
    const byMail = given.send === "mail";
    const { link } = await invite(await currentActor(), {
      email: given.email,
      teamId: given.team === "site" ? null : Number(given.team),
      superuser: given.superuser,
      byMail,
    });
    revalidatePath("/", "layout");
    return link ? { secret: link, values: {} } : { message: t("invitation.sent", { email: given.email }), values: {} };
  });
}

export async function sendAgain(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { email } = await sendInvitationAgain(await currentActor(), readForm(z.object({ id: number }), form).id);
    revalidatePath("/", "layout");
    return { message: t("invitation.sent", { email }) };
  });
}

export async function newLink(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const secret = await renewInvitationLink(await currentActor(), readForm(z.object({ id: number }), form).id);
    revalidatePath("/", "layout");
    return { secret };
  });
}

export async function revoke(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await revokeInvitation(await currentActor(), readForm(z.object({ id: number }), form).id);
    revalidatePath("/", "layout");
    return { message: t("invitation.revoked") };
  });
}

"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { currentBrowser, startSession } from "@/app/ui/start-session";
import { acceptInvitation, acceptWithNewAccount } from "@/lib/domain/invitations/accept";
import type { InvitationRow } from "@/lib/domain/invitations/invitations";
import { urls } from "@/lib/urls";

const placeOf = ({ projectSlug }: InvitationRow): string =>
  path(projectSlug === null ? urls.home() : urls.project(projectSlug).web);

/** Joins as whoever is signed in. */
export async function accept(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { code } = readForm(z.object({ code: text(200) }), form);
    redirect(placeOf(await acceptInvitation(await currentActor(), code)));
  });
}

const account = z.object({
  code: text(200),
  username: text(150),
  full_name: text(150),
  email: text(190),
  password: text(1000),
});

/** Makes an account and joins with it. */
export async function acceptAsNew(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(account, form);
    const { user, row } = await acceptWithNewAccount(
      await currentActor(),
      given.code,
      {
        username: given.username.trim(),
        fullName: given.full_name,
        email: given.email,
        password: given.password,
      },
      await currentBrowser(),
    );
    await startSession(user);
    redirect(placeOf(row));
  });
}

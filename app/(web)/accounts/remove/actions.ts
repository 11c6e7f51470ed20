"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import { currentSessionId } from "@/app/ui/start-session";
import { removeOneself } from "@/lib/domain/users/remove-oneself";

const schema = z.object({ username: text(150), current_password: text(1000) });

/** Removes the account of whoever is signed in; its session ends with it. */
export async function removeAccount(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    await removeOneself(await currentActor(), given.username, {
      secret: given.current_password,
      session: await currentSessionId(),
    });
    redirect("/accounts/login/?removed");
  });
}

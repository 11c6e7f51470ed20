"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { safePath } from "@/app/ui/request-path";
import { countAttempt, startSession } from "@/app/ui/start-session";
import { Invalid } from "@/lib/domain/errors";
import { checkPassword } from "@/lib/domain/users/users";

const schema = z.object({
  username: text(200).refine((value) => value.trim() !== "", "Enter your user name or e-mail address."),
  password: text(1000).refine((value) => value !== "", "Enter your password."),
  next: text(1100),
});

export async function signIn(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    await countAttempt(given.username);
    const user = await checkPassword(given.username.trim(), given.password);
    if (!user)
      throw Invalid.field("password", "User name and password do not fit together. Capitals count in passwords.");
    await startSession(user);
    redirect(safePath(given.next));
  });
}

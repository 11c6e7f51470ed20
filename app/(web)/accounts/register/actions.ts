"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { safePath } from "@/app/ui/request-path";
import { currentBrowser, startSession } from "@/app/ui/start-session";
import { registerUser } from "@/lib/domain/users/register";
import { throttleAnonymous } from "@/lib/domain/users/sign-in";

const schema = z.object({
  username: text(150),
  full_name: text(150),
  email: text(190),
  password: text(1000),
  next: text(1100),
});

export async function register(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    await throttleAnonymous(await currentBrowser());
    const user = await registerUser({
      username: given.username.trim(),
      fullName: given.full_name,
      email: given.email.trim(),
      password: given.password,
    });
    await startSession(user);
    redirect(safePath(given.next));
  });
}

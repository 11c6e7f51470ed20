"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import { currentBrowser, startSession } from "@/app/ui/start-session";
import { setUpSite } from "@/lib/domain/settings/set-up-site";
import { completeSetup } from "@/lib/domain/users/setup";
import { throttleAnonymous } from "@/lib/domain/users/sign-in";

const schema = z.object({
  code: text(200),
  username: text(150),
  full_name: text(150),
  email: text(190),
  password: text(1000),
});

export async function setUp(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    await throttleAnonymous(await currentBrowser());
    const user = await completeSetup(given.code.trim(), {
      username: given.username.trim(),
      fullName: given.full_name,
      email: given.email.trim(),
      password: given.password,
    });
    await startSession(user);
    redirect("/setup/site/");
  });
}

/** Names the new installation and says who may join it. */
export async function saveBasics(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { name, open } = readForm(z.object({ name: text(200), open: checkbox }), form);
    await setUpSite(await currentActor(), { name, open });
    revalidatePath("/", "layout");
    redirect("/setup/start/");
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { setRegistration } from "@/lib/domain/settings/registration";
import { sendTestMail } from "@/lib/domain/users/test-mail";

export async function saveRegistration(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ open: checkbox, seen_open: text(5) }), form);
    try {
      await setRegistration(await currentActor(), given.open, given.seen_open === "true");
    } finally {
      revalidatePath("/", "layout");
    }
    return { message: given.open ? t("manage.registrationOpen") : t("manage.registrationClosed") };
  });
}

/** Sends a mail to oneself. */
export async function testMail(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const address = await sendTestMail(await currentActor());
    return { message: t("testMail.sent", { address }) };
  });
}

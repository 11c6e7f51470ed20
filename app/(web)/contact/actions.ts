"use server";

import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { contactAdministrators } from "@/lib/domain/users/contact";

const schema = z.object({ name: text(150), address: text(254), subject: text(100), text: text(5000) });

/** Mails a message to the administrators. */
export async function send(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    await contactAdministrators(await currentActor(), { ...given, address: given.address.trim() });
    return { message: t("contact.sent"), values: {} };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, checkbox, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { setRegistration } from "@/lib/domain/settings/registration";
import { confirmPerson } from "@/lib/domain/users/manage-users";

export async function saveRegistration(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ open: checkbox }), form);
    await setRegistration(await currentActor(), given.open);
    revalidatePath("/", "layout");
    return { message: given.open ? t("manage.registrationOpen") : t("manage.registrationClosed") };
  });
}

const addresses = z.object({ username: text(150), email: text(190), commit_email: text(190) });

export async function confirmEmail(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(addresses, form);
    await confirmPerson(await currentActor(), given.username, {
      email: given.email || null,
      commitEmail: given.commit_email || null,
    });
    revalidatePath("/manage");
    return { message: t("manage.confirmed") };
  });
}

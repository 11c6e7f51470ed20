"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, ticked } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import { setRegistration } from "@/lib/domain/users/register";

export async function saveRegistration(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ open: ticked }), form);
    await setRegistration(await currentActor(), given.open);
    revalidatePath("/", "layout");
    return { message: given.open ? "Registration is open." : "Registration is closed." };
  });
}

"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { addressOf, findComponentById } from "@/lib/domain/components/components";
import { chooseFile } from "@/lib/domain/creation/choose-file";
import { urls } from "@/lib/urls";

const schema = z.object({ file: text(1000) });

/** Lets another file of a language be used; the files are then read again. */
export async function choose(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const component = await findComponentById(actor, componentId);
    await chooseFile(actor, component, readForm(schema, form).file);
    redirect(path(urls.component(addressOf(component)).web));
  });
}

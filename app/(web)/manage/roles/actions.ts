"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { createRole, removeRole, updateRole } from "@/lib/domain/teams/roles";
import { urls } from "@/lib/urls";

const role = z.object({
  name: text(200).refine((value) => value.trim() !== "", "roles.nameMissing" satisfies TextKey),
  permissions: multiple,
});

export async function addRole(_: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { name, permissions } = readForm(role, form);
    const made = await createRole(await currentActor(), { name: name.trim(), permissions });
    redirect(path(urls.roles({ role: made.id })));
  });
}

export async function saveRole(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { name, permissions } = readForm(role, form);
    await updateRole(await currentActor(), id, { name: name.trim(), permissions }, true);
    revalidatePath("/", "layout");
    return { message: t("roles.saved") };
  });
}

export async function dropRole(id: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await removeRole(await currentActor(), id);
    redirect(path(urls.roles()));
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { removeBackup, startBackup } from "@/lib/domain/backups/kept-backups";

const PAGE = "/manage/backups";

/** Asks for a backup. */
export async function start(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await startBackup(await currentActor());
    revalidatePath(PAGE);
    return { message: t("backups.started") };
  });
}

/** Removes a backup with the keys beside it. */
export async function remove(name: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeBackup(await currentActor(), name);
    revalidatePath(PAGE);
    return { message: t("backups.removed") };
  });
}

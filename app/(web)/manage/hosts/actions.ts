"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { addCodeHost, changeCodeHost, removeCodeHost } from "@/lib/domain/requests/accounts";

const PAGE = "/manage/hosts";

const account = z.object({ kind: text(50), host: text(300), api: text(300), username: text(200), token: text(10_000) });

export async function addHost(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await addCodeHost(await currentActor(), readForm(account, form));
    revalidatePath(PAGE);
    return { message: t("codeHosts.added") };
  });
}

export async function changeHost(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { host } = await changeCodeHost(await currentActor(), id, readForm(account, form));
    revalidatePath(PAGE);
    return { message: t("codeHosts.changed", { host }) };
  });
}

export async function removeHost(id: number, host: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeCodeHost(await currentActor(), id);
    revalidatePath(PAGE);
    return { message: t("codeHosts.removed", { host }) };
  });
}

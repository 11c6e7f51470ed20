"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { addHttpAccount, changeHttpAccount, removeHttpAccount } from "@/lib/domain/http-accounts/accounts";

const PAGE = "/manage/http";

const account = z.object({ place: text(300), username: text(200), password: text(2000) });

export async function addAccount(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await addHttpAccount(await currentActor(), readForm(account, form));
    revalidatePath(PAGE);
    return { message: t("httpAccounts.added") };
  });
}

export async function changeAccount(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { place } = await changeHttpAccount(await currentActor(), id, readForm(account, form));
    revalidatePath(PAGE);
    return { message: t("httpAccounts.changed", { place }) };
  });
}

export async function removeAccount(id: number, place: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeHttpAccount(await currentActor(), id);
    revalidatePath(PAGE);
    return { message: t("httpAccounts.removed", { place }) };
  });
}

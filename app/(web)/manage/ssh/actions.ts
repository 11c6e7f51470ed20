"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { addHostKey, forgetHost } from "@/lib/domain/ssh/hosts";
import { renewInstallationKey } from "@/lib/domain/ssh/keys";

const PAGE = "/manage/ssh";

export async function renewSiteKey(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await renewInstallationKey(await currentActor());
    revalidatePath(PAGE);
    return { message: t("ssh.renewed") };
  });
}

export async function forget(host: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await forgetHost(await currentActor(), host);
    revalidatePath(PAGE);
    return { message: t("ssh.forgotten", { host }) };
  });
}

export async function addHost(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ line: text(4000) }), form);
    await addHostKey(await currentActor(), given.line);
    revalidatePath(PAGE);
    return { message: t("ssh.added") };
  });
}

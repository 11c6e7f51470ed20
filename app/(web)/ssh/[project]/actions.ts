"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { findProject } from "@/lib/domain/projects/projects";
import { removeProjectKey, renewProjectKey } from "@/lib/domain/ssh/keys";
import { removeOpenpgpKey, renewOpenpgpKey } from "@/lib/domain/ssh/openpgp";
import { signCommits } from "@/lib/domain/ssh/signing";

export async function renewKey(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await renewProjectKey(actor, await findProject(actor, slug));
    revalidatePath("/ssh");
    return { message: t("ssh.renewed") };
  });
}

export async function dropKey(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await removeProjectKey(actor, await findProject(actor, slug));
    revalidatePath("/ssh");
    return { message: t("ssh.dropped") };
  });
}

export async function setSigning(slug: string, signs: boolean, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await signCommits(actor, await findProject(actor, slug), signs);
    revalidatePath("/ssh");
    return { message: signs ? t("ssh.signs") : t("ssh.signsNot") };
  });
}

export async function renewOpenpgp(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await renewOpenpgpKey(actor, await findProject(actor, slug));
    revalidatePath("/ssh");
    return { message: t("ssh.openpgpMade") };
  });
}

export async function dropOpenpgp(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await removeOpenpgpKey(actor, await findProject(actor, slug));
    revalidatePath("/ssh");
    return { message: t("ssh.openpgpDropped") };
  });
}

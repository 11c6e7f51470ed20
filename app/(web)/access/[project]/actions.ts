"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { tokenExpiry } from "@/app/ui/token-lifetime";
import {
  addProjectMember,
  createProjectToken,
  removeProjectMember,
  revokeProjectToken,
} from "@/lib/domain/projects/members";
import { findProject } from "@/lib/domain/projects/projects";

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const member = z.object({
  team: id,
  username: text(150).refine((value) => value.trim() !== "", "access.userNameMissing" satisfies TextKey),
});

export async function addMember(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(member, form);
    const actor = await currentActor();
    await addProjectMember(actor, await findProject(actor, slug), given.team, given.username.trim());
    revalidatePath("/", "layout");
    return { message: t("access.memberAdded", { user: given.username.trim() }), values: {} };
  });
}

export async function dropMember(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(z.object({ team: id, user: id }), form);
    const actor = await currentActor();
    await removeProjectMember(actor, await findProject(actor, slug), given.team, given.user);
    revalidatePath("/", "layout");
    return {};
  });
}

const token = z.object({
  name: text(100).refine((value) => value.trim() !== "", "tokens.nameMissing" satisfies TextKey),
  expires: tokenExpiry,
});

export async function addToken(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(token, form);
    const actor = await currentActor();
    const secret = await createProjectToken(actor, await findProject(actor, slug), given.name.trim(), given.expires);
    revalidatePath("/", "layout");
    return { secret, values: {} };
  });
}

export async function dropToken(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ id }), form);
    const actor = await currentActor();
    await revokeProjectToken(actor, await findProject(actor, slug), given.id);
    revalidatePath("/", "layout");
    return { message: t("access.tokenRevoked") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
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
const member = z.object({ team: id, username: text(150).refine((value) => value.trim() !== "", "Write a user name.") });

export async function addMember(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(member, form);
    const actor = await currentActor();
    await addProjectMember(actor, await findProject(actor, slug), given.team, given.username.trim());
    revalidatePath("/", "layout");
    return { message: `${given.username.trim()} is a member now.`, values: {} };
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
  name: text(100).refine((value) => value.trim() !== "", "Give the token a name that tells where it is used."),
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
  return answerForm(form, async () => {
    const given = readForm(z.object({ id }), form);
    const actor = await currentActor();
    await revokeProjectToken(actor, await findProject(actor, slug), given.id);
    revalidatePath("/", "layout");
    return { message: "The token is revoked; nothing can use it any more." };
  });
}

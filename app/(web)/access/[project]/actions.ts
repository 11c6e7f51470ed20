"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import {
  addProjectMember,
  createProjectToken,
  removeProjectMember,
  revokeProjectToken,
} from "@/lib/domain/projects/members";
import { findProject } from "@/lib/domain/projects/projects";

const id = z.coerce.number().int().min(1).max(2_147_483_647);
const DAYS: Readonly<Record<string, number>> = { "30": 30, "90": 90, "365": 365 };

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
  expires: text(10),
});

export async function addToken(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const given = readForm(token, form);
    const days = DAYS[given.expires];
    const actor = await currentActor();
    const expiry = days === undefined ? null : new Date(Date.now() + days * 86_400_000);
    const secret = await createProjectToken(actor, await findProject(actor, slug), given.name.trim(), expiry);
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

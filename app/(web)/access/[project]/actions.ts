"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, checkbox, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { readRotation, tokenExpiry } from "@/app/ui/token-lifetime";
import { declineAccessRequest, grantAccessRequest } from "@/lib/domain/projects/access-requests";
import { addProjectPeople, removeProjectPeople } from "@/lib/domain/projects/act-on-people";
import { blockPerson, unblockPerson } from "@/lib/domain/projects/blocks";
import {
  addProjectMember,
  createProjectToken,
  endOldProjectKey,
  revokeProjectToken,
  rotateProjectToken,
} from "@/lib/domain/projects/members";
import { setProjectTeams } from "@/lib/domain/projects/people";
import { findProject } from "@/lib/domain/projects/projects";
import { createTeam } from "@/lib/domain/teams/teams";
import { LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { urls } from "@/lib/urls";

const id = z.coerce.number().int().min(1).max(2_147_483_647);
/** Nothing is chosen for anybody: what a team gives is meant. */
const team = text(9).refine((value) => /^[1-9]\d{0,8}$/.test(value), "access.teamMissing" satisfies TextKey);
const username = text(190).refine((value) => value.trim() !== "", "access.userNameMissing" satisfies TextKey);

export async function addMember(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ username, team }), form);
    const actor = await currentActor();
    const added = await addProjectMember(
      actor,
      await findProject(actor, slug),
      Number(given.team),
      given.username.trim(),
    );
    revalidatePath("/", "layout");
    return { message: t("access.memberAdded", { user: added.username }), values: {} };
  });
}

/** Takes people whose rows are ticked out of the project, or puts them into one of its teams. */
export async function actOnTicked(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { who, act } = readForm(z.object({ who: multiple, act: z.union([z.literal("remove"), team]) }), form);
    const actor = await currentActor();
    const project = await findProject(actor, slug);
    const count =
      act === "remove"
        ? await removeProjectPeople(actor, project, who)
        : await addProjectPeople(actor, project, who, Number(act));
    revalidatePath("/", "layout");
    return { message: t(act === "remove" ? "access.ticked.removed" : "access.ticked.added", { count }), values: {} };
  });
}

/** All teams of the project that somebody is in, at once. */
export async function saveTeams(slug: string, user: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ teams: multiple, last: checkbox }), form);
    const actor = await currentActor();
    const teams = given.teams.map(Number).filter(Number.isSafeInteger);
    await setProjectTeams(actor, await findProject(actor, slug), user, teams, given.last);
    revalidatePath("/", "layout");
    return { message: t("access.teamsSaved") };
  });
}

export async function addTeam(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { name } = readForm(
      z.object({ name: text(150).refine((value) => value.trim() !== "", "team.nameMissing" satisfies TextKey) }),
      form,
    );
    const actor = await currentActor();
    const made = await createTeam(actor, {
      name: name.trim(),
      projectSelection: PROJECT_SELECTION.LISTED,
      languageSelection: LANGUAGE_SELECTION.ALL,
      definingProject: (await findProject(actor, slug)).slug,
    });
    redirect(path(urls.teamPage(made.id)));
  });
}

const DAY_MS = 86_400_000;
const block = z.object({
  username,
  days: z.enum(["1", "7", "30", "365", "never"], "access.daysMissing" satisfies TextKey),
  note: text(500),
});

export async function blockMember(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(block, form);
    const actor = await currentActor();
    const until = given.days === "never" ? null : new Date(Date.now() + Number(given.days) * DAY_MS);
    const { username: user } = await blockPerson(actor, await findProject(actor, slug), given.username.trim(), {
      until,
      note: given.note,
    });
    revalidatePath("/", "layout");
    return {
      message: t("access.blockedNow", { user }),
      next: { label: t("access.seeChanges"), href: path(urls.project(slug).accessTab({ person: user })) },
      values: {},
    };
  });
}

export async function unblockMember(slug: string, user: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    await unblockPerson(actor, await findProject(actor, slug), user);
    revalidatePath("/", "layout");
    return { message: t("access.unblocked") };
  });
}

export async function grantRequest(slug: string, request: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ team }), form);
    const actor = await currentActor();
    const project = await findProject(actor, slug);
    const added = await grantAccessRequest(actor, project, request, Number(given.team));
    revalidatePath("/", "layout");
    return { message: t("access.memberAdded", { user: added.username }) };
  });
}

export async function declineRequest(slug: string, request: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    const { username: user } = await declineAccessRequest(actor, await findProject(actor, slug), request);
    revalidatePath("/", "layout");
    return { message: t("access.declined", { user }) };
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

/** Another key for a token of the project; the pressed button says for which. */
export async function rotateKey(slug: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { id: token, overlap } = readRotation(form);
    const actor = await currentActor();
    const secret = await rotateProjectToken(actor, await findProject(actor, slug), token, overlap);
    revalidatePath("/", "layout");
    return { secret, values: {} };
  });
}

export async function endOld(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ id }), form);
    const actor = await currentActor();
    await endOldProjectKey(actor, await findProject(actor, slug), given.id);
    revalidatePath("/", "layout");
    return { message: t("tokens.oldEnded") };
  });
}

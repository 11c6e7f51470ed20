"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, answerSeenForm, checkbox, ids, multiple, readForm, text } from "@/app/ui/answer-form";
import { teamName } from "@/app/ui/built-in-names";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import type { Marks } from "@/lib/domain/stale";
import { planTeamRemoval } from "@/lib/domain/teams/plan-team-removal";
import { addTeamMember, leaveOwnTeam, removeTeamMember, removeTeamMembers } from "@/lib/domain/teams/team-members";
import { saveTeamSettings } from "@/lib/domain/teams/team-settings";
import { addTeamAdmin, findTeam, removeTeam, removeTeamAdmin } from "@/lib/domain/teams/teams";
import { isCode, LANGUAGE_SELECTION, PROJECT_SELECTION } from "@/lib/text/codes";
import { urls } from "@/lib/urls";

/** What somebody has written: names between commas or in lines. */
const names = (written: string) => written.split(/[\n,]/).flatMap((name) => name.trim() || []);

const settings = z.object({
  name: text(150),
  project_selection: z.coerce.number().int().optional(),
  language_selection: z.coerce.number().int().optional(),
  roles: multiple,
  languages: multiple,
  more_languages: text(2000),
  projects: multiple,
  more_projects: text(5000),
  components: multiple,
  more_components: text(20_000),
  component_lists: multiple,
  more_component_lists: text(5000),
  patterns: text(10_000),
});

export async function saveTeam(team: number, shown: Marks, answered: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerSeenForm(form, { before: answered, seen: shown }, async (seen) => {
    const given = readForm(settings, form);
    const actor = await currentActor();
    const before = await findTeam(actor, team);
    const { project_selection: reach, language_selection: inLanguages } = given;
    const wanted = {
      name: given.name === "" && before.builtin ? before.name : given.name,
      projectSelection: reach !== undefined && isCode(PROJECT_SELECTION, reach) ? reach : before.projectSelection,
      languageSelection:
        inLanguages !== undefined && isCode(LANGUAGE_SELECTION, inLanguages) ? inLanguages : before.languageSelection,
      roles: given.roles.map(Number).filter(Number.isSafeInteger),
      languages: [...given.languages, ...names(given.more_languages)],
      projects: [...given.projects, ...names(given.more_projects)],
      components: [...given.components, ...names(given.more_components)],
      componentLists: [...given.component_lists, ...names(given.more_component_lists)],
      patterns: given.patterns.split("\n").flatMap((line) => line.trim() || []),
    };
    await saveTeamSettings(actor, team, wanted, seen);
    revalidatePath("/", "layout");
    return { message: t("team.saved") };
  });
}

const removal = z.object({ last: checkbox, confirm: text(190) });

export async function dropTeam(team: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    const { name: stored, definingProjectSlug: slug } = await findTeam(actor, team);
    const { last, confirm } = readForm(removal, form);
    const name = teamName(t, stored);
    if ((await planTeamRemoval(actor, team)).members > 0 && confirm.trim() !== name)
      throw Invalid.field("confirm", t("componentSettings.writeToConfirm", { slug: name }));
    await removeTeam(actor, team, last);
    revalidatePath("/", "layout");
    redirect(path(slug === null ? urls.siteTeams() : urls.project(slug).accessTab({ tab: "teams" })));
  });
}

const member = z.object({
  username: text(190).refine((value) => value.trim() !== "", "access.userNameMissing" satisfies TextKey),
  admin: checkbox,
});

export async function addMember(team: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(member, form);
    const { username } = await addTeamMember(await currentActor(), team, given.username, given.admin);
    revalidatePath("/", "layout");
    return { message: t("access.memberAdded", { user: username }), values: {}, answered: false };
  });
}

/** Takes those whose rows are ticked out of the team. */
export async function dropTicked(team: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { who } = readForm(z.object({ who: ids }), form);
    const count = await removeTeamMembers(await currentActor(), team, who);
    revalidatePath("/", "layout");
    return { message: t("access.ticked.removed", { count }), values: {} };
  });
}

export async function dropMember(team: number, user: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { username } = await removeTeamMember(await currentActor(), team, user);
    revalidatePath("/", "layout");
    return { message: t("team.memberRemoved", { user: username }) };
  });
}

export async function changeAdmin(team: number, user: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { admin } = readForm(z.object({ admin: z.enum(["yes", "no"]) }), form);
    const actor = await currentActor();
    if (admin === "yes") await addTeamAdmin(actor, team, user);
    else await removeTeamAdmin(actor, team, user);
    revalidatePath("/", "layout");
    return undefined;
  });
}

export async function leave(team: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await leaveOwnTeam(await currentActor(), team);
    redirect(path(urls.home()));
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { Texts } from "#texts";
import { answerForm, ids, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { Invalid } from "@/lib/domain/errors";
import { createPersonWithLink, endSessionsOf, passwordLink } from "@/lib/domain/users/account-help";
import { type ActOutcome, actOnPeople, PEOPLE_ACTS, type PeopleAct } from "@/lib/domain/users/act-on-people";
import { confirmPerson, removePerson, updatePerson } from "@/lib/domain/users/manage-users";
import { mergePeople } from "@/lib/domain/users/merge-people";
import { resetSecondFactors } from "@/lib/domain/users/second-factors";
import { revokeToken, revokeTokens, workingTokens } from "@/lib/domain/users/tokens";
import { urls } from "@/lib/urls";

const PAGE = "/manage/users";
const REASONS = {
  yourself: "manage.people.left.yourself",
  superuser: "manage.people.left.superuser",
  "last-superuser": "manage.people.left.lastSuperuser",
  unchanged: "manage.people.left.unchanged",
  gone: "manage.people.left.gone",
} as const satisfies Record<ActOutcome["left"][number]["reason"], string>;

function leftOf(t: Texts, left: ActOutcome["left"]): string {
  return left.map(({ username, reason }) => t(REASONS[reason], { user: username })).join("\n");
}

const DONE = {
  deactivate: "manage.people.act.deactivated",
  activate: "manage.people.act.activated",
  "end-sessions": "manage.people.act.ended",
} as const satisfies Record<PeopleAct, string>;

const selected = z.object({ who: multiple, act: z.enum(PEOPLE_ACTS) });

/** Acts on the people whose rows are ticked. */
export async function actOnSelected(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { who, act } = readForm(selected, form);
    const { done, left } = await actOnPeople(await currentActor(), who, act);
    revalidatePath(PAGE, "layout");
    const message = [t(DONE[act], { count: done.length }), leftOf(t, left)].filter(Boolean).join("\n");
    return { message, values: {} };
  });
}

const addresses = z.object({ username: text(150), email: text(190), commit_email: text(190) });

export async function confirmEmail(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(addresses, form);
    await confirmPerson(await currentActor(), given.username, {
      email: given.email || null,
      commitEmail: given.commit_email || null,
    });
    revalidatePath(PAGE, "layout");
    return { message: t("manage.confirmed") };
  });
}

const profile = z.object({
  ...{ username: text(150), full_name: text(150), email: text(190) },
  ...{ seen_username: text(150), seen_full_name: text(150), seen_email: text(190) },
});

/** Changes who somebody is, unless somebody else has done so since the page was shown. */
export async function saveProfile(username: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(profile, form);
    const input = { username: given.username.trim(), fullName: given.full_name, email: given.email.trim() || null };
    const seen = { username: given.seen_username, fullName: given.seen_full_name, email: given.seen_email || null };
    try {
      await updatePerson(await currentActor(), username, input, { whole: true, seen });
    } finally {
      revalidatePath(PAGE, "layout");
    }
    if (input.username !== username) redirect(path(urls.person(input.username)));
    return { message: t("manage.people.saved") };
  });
}

/** Makes somebody an administrator, or takes that back. */
export async function setSuperuser(username: string, superuser: boolean, _: FormState, form: FormData) {
  const t = await getTexts();
  return answerForm(form, async () => {
    await updatePerson(await currentActor(), username, { isSuperuser: superuser });
    revalidatePath(PAGE, "layout");
    return { message: t(superuser ? "manage.people.raised" : "manage.people.lowered", { user: username }) };
  });
}

/** One act on one person. */
export async function actOnOne(username: string, act: "deactivate" | "activate", _: FormState, form: FormData) {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { left } = await actOnPeople(await currentActor(), [username], act);
    if (left.length > 0) throw Invalid.field("", leftOf(t, left));
    revalidatePath(PAGE, "layout");
    return { message: t(DONE[act], { count: 1 }) };
  });
}

export async function endSessions(username: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await endSessionsOf(await currentActor(), username);
    revalidatePath(PAGE, "layout");
    return { message: t("manage.people.act.ended", { count: 1 }) };
  });
}

/** Takes somebody's second factors away, who has lost them. */
export async function resetFactors(username: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const count = await resetSecondFactors(await currentActor(), username);
    revalidatePath(PAGE, "layout");
    return { message: t("manage.people.factorsReset", { count }) };
  });
}

const how = z.enum(["mail", "copy"]);

/** A link to a new password: mailed, or shown once. */
export async function giveLink(username: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ how }), form);
    const secret = await passwordLink(await currentActor(), username, given.how);
    return secret ? { secret } : { message: t("manage.people.linkMailed") };
  });
}

const newPerson = z.object({ username: text(150), full_name: text(150), email: text(190), how });

/** Adds a person, who sets the password by a link. */
export async function addPerson(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(newPerson, form);
    const username = given.username.trim();
    const input = { username, fullName: given.full_name.trim() || username, email: given.email.trim() };
    const secret = await createPersonWithLink(await currentActor(), input, given.how);
    revalidatePath(PAGE, "layout");
    return {
      secret,
      values: {},
      message: secret ? undefined : t("manage.people.addedMailed", { user: username }),
      next: { label: t("manage.people.openOne", { user: username }), href: path(urls.person(username)) },
    };
  });
}

export async function revoke(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await revokeToken(await currentActor(), Number(readForm(z.object({ id: text(20) }), form).id));
    revalidatePath("/manage", "layout");
    return { message: t("access.tokenRevoked") };
  });
}

const ticked = z.object({ token: ids, sure: text(1000) });

/** Asks whether the tokens whose rows are ticked are to be ended, and ends those that were asked about. */
export async function revokeTicked(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { token, sure } = readForm(ticked, form);
    const actor = await currentActor();
    if (sure === "no") return { values: {} };
    const working = sure === "" ? await workingTokens(actor, token) : [];
    const count = working.length;
    if (count > 0)
      return {
        ask: {
          text: t("tokens.ticked.ask", { count }),
          yes: t("tokens.ticked.revoke", { count }),
          sure: working.join(),
        },
        values: {},
      };
    const revoked = await revokeTokens(actor, sure === "" ? token : ids.parse(sure.split(",")));
    revalidatePath("/manage", "layout");
    return { message: t("tokens.ticked.revoked", { count: revoked }), values: {} };
  });
}

/** The name is typed once more, so that nothing large is done by a slip. @throws Invalid */
function demandName(t: Texts, form: FormData, username: string): void {
  const typed = readForm(z.object({ confirm: text(150) }), form).confirm.trim();
  if (typed.toLowerCase() !== username.toLowerCase())
    throw Invalid.field("confirm", t("manage.people.confirm.wrong", { user: username }));
}

export async function mergeInto(username: string, into: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    demandName(t, form, username);
    await mergePeople(await currentActor(), username, into);
    revalidatePath(PAGE, "layout");
    redirect(path(urls.people({ done: "merged" })));
  });
}

export async function remove(username: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    demandName(t, form, username);
    await removePerson(await currentActor(), username);
    revalidatePath(PAGE, "layout");
    redirect(path(urls.people({ done: "removed" })));
  });
}

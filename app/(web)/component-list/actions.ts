"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, answerSeenForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import * as lists from "@/lib/domain/componentlists/componentlists";
import { Invalid } from "@/lib/domain/errors";
import type { Marks } from "@/lib/domain/stale";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

const LINE = /^(\S+)\s+(\S+)$/;

const linesOf = (value: string) => value.split("\n").flatMap((line) => (line.trim() ? [line.trim()] : []));

const schema = z.object({
  name: text(100).refine((value) => value.trim() !== "", "componentLists.nameMissing" satisfies TextKey),
  slug: text(100),
  show_dashboard: z.literal("on").optional(),
  auto_assign: text(50_000).refine(
    (value) => linesOf(value).every((line) => LINE.test(line)),
    "componentLists.ruleShape" satisfies TextKey,
  ),
});

/** Makes a list of components and opens it, or (with its slug) changes one. */
export async function saveList(
  slug: string | null,
  shown: Marks,
  before: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  let opened: string | undefined;
  const answer = await answerSeenForm(form, { before, seen: shown }, async (seen) => {
    const given = readForm(schema, form);
    const input = {
      name: given.name.trim(),
      slug: given.slug.trim(),
      showDashboard: given.show_dashboard === "on",
      rules: linesOf(given.auto_assign).map((line) => {
        const [, projectMatch = "", componentMatch = ""] = LINE.exec(line) ?? [];
        return { projectMatch, componentMatch };
      }),
    };
    const actor = await currentActor();
    const list = slug === null ? await lists.create(actor, input) : await lists.update(actor, slug, input, seen);
    revalidatePath("/", "layout");
    if (list.slug !== slug) opened = path(urls.componentListPage(list.slug));
    return { message: t("componentLists.saved") };
  });
  if (opened) redirect(opened);
  return answer;
}

/** Puts the component at an address, such as `project/component`, on a list. */
export async function addToList(slug: string, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { component } = readForm(z.object({ component: text(500) }), form);
    const actor = await currentActor();
    const place = await resolvePath(actor, component.trim().split("/").filter(Boolean));
    if (place.kind !== "component") throw Invalid.field("component", t("componentLists.noComponent"));
    await lists.addComponent(actor, slug, place.component.id);
    revalidatePath("/", "layout");
    return { message: t("componentLists.added", { component: place.component.name }), values: {} };
  });
}

/** Takes a component off a list; the component stays. */
export async function takeOffList(
  slug: string,
  component: readonly string[],
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await lists.removeComponent(await currentActor(), slug, component);
    revalidatePath("/", "layout");
    return { message: t("componentLists.takenOff") };
  });
}

/** Removes a list; its components stay. */
export async function dropList(slug: string, _: FormState, form: FormData): Promise<FormState> {
  let done = false;
  const answer = await answerForm(form, async () => {
    await lists.remove(await currentActor(), slug);
    revalidatePath("/", "layout");
    done = true;
    return {};
  });
  if (done) redirect(path(urls.componentLists()));
  return answer;
}

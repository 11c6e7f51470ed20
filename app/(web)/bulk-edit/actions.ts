"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import type { LiveState } from "@/app/ui/live-form";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { startPlan } from "@/lib/domain/bulk/apply";
import { findPlan, makePlan, tickStrings } from "@/lib/domain/bulk/plan";
import type { Wish } from "@/lib/domain/bulk/wish";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";
import { PLAN_PAGE } from "./page-size";
import { editForm, replaceForm, wishOfEditing, wishOfReplacing } from "./wish-form";

/** How long a person waits before the progress is shown. */
const WAIT_MS = 3_000;

type Word = "replace" | "bulk-edit" | "auto-translate";

/** Makes a plan of what a form says, and leads to it. */
async function plan(word: Word, slugs: string, form: FormData, read: () => { wish: Wish; q: string; rows: string }) {
  const live = form.has("live");
  let show = "";
  const answer = await answerForm(form, async () => {
    const { wish, q, rows } = read();
    const actor = await currentActor();
    const place = await resolvePath(actor, slugs.split("/"));
    const made = await makePlan(actor, place, { wish, q, selection: rows || undefined });
    show = `${path(urls.below(word, slugs.split("/")))}?plan=${made.id}`;
    return undefined;
  });
  if (show && !live) redirect(`${show}#preview`);
  // Fields keep what is typed by themselves.
  return live ? { ...answer, values: {}, answered: false, show: show || undefined } : answer;
}

/** Plans to replace words. */
export async function planReplacing(slugs: string, _: LiveState, form: FormData): Promise<LiveState> {
  return plan("replace", slugs, form, () => {
    const given = readForm(replaceForm, form);
    return { ...given, wish: wishOfReplacing(given) };
  });
}

/** Plans another state, other flags or labels, and what else is done to many strings. */
export async function planEditing(slugs: string, _: LiveState, form: FormData): Promise<LiveState> {
  return plan("bulk-edit", slugs, form, () => {
    const given = readForm(editForm, form);
    return { ...given, wish: wishOfEditing(given) };
  });
}

const ids = multiple.transform((values) => values.map(Number).filter((id) => Number.isSafeInteger(id)));
const ticksForm = z.object({ shown: text(2000), tick: ids, go: text(10), from: text(10) });

/** Takes over what was ticked on a page of a plan, and turns the page or carries the plan out. */
export async function carryOn(word: Word, id: string, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const { shown, tick, go, from } = readForm(ticksForm, form);
    const actor = await currentActor();
    const made = await findPlan(actor, id);
    const ticked = new Set(tick);
    const listed = shown.split(",").map(Number);
    const ticks = { out: listed.filter((one) => !ticked.has(one)), back: listed.filter((one) => ticked.has(one)) };
    const home = `${path(urls.below(word, made.path.split("/")))}?plan=${id}`;
    if (go === "apply") {
      const task = await startPlan(actor, made, ticks);
      await waitForTask(task, WAIT_MS);
      // Another query: to the same one with another fragment, the browser would only scroll.
      redirect(`${home}&from=0`);
    }
    await tickStrings(actor, made, ticks);
    const at = Number(from) + (go === "earlier" ? -PLAN_PAGE : PLAN_PAGE);
    redirect(`${home}&from=${Math.max(0, Number.isSafeInteger(at) ? at : 0)}#preview`);
  });
}

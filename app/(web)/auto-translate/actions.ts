"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, integer, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { planTranslation } from "@/lib/domain/bulk/plan-translation";
import { AUTO_MODES } from "@/lib/domain/machinery/candidates";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { urls } from "@/lib/urls";

/** How long a person waits before the progress is shown. */
const WAIT_MS = 3_000;

const form = z.object({
  mode: z.enum(AUTO_MODES),
  q: text(5000),
  sources: text(100),
  second: text(100),
  third: text(100),
  fourth: text(100),
  component: text(1000),
  threshold: integer(80).refine(
    (value) => value >= 1 && value <= 100,
    "autoTranslate.threshold.range" satisfies TextKey,
  ),
});

/** Begins to plan an automatic translation, and leads to the plan. */
export async function planTranslating(slugs: string, _: FormState, given: FormData): Promise<FormState> {
  return answerForm(given, async () => {
    const { mode, q, component, threshold, sources, second, third, fourth } = readForm(form, given);
    const chosen = [sources, second, third, fourth].filter((one) => one !== "");
    const actor = await currentActor();
    const place = await resolvePath(actor, slugs.split("/"));
    const plan = await planTranslation(
      actor,
      place,
      { act: "translate", mode, component, threshold, sources: chosen },
      q,
    );
    if (plan.making) await waitForTask(plan.making.task, WAIT_MS);
    redirect(`${path(urls.below("auto-translate", slugs.split("/")))}?plan=${plan.id}#preview`);
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import { answerForm, integer, multiple, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { currentActor } from "@/app/ui/session";
import { AUTO_SOURCES, autoTranslate } from "@/lib/domain/machinery/auto-translate";
import { AUTO_MODES } from "@/lib/domain/machinery/candidates";
import { findTranslationById } from "@/lib/domain/translations/translations";

const form = z.object({
  mode: z.enum(AUTO_MODES),
  q: text(5000),
  auto_source: z.enum(AUTO_SOURCES),
  component: text(1000),
  engines: multiple,
  threshold: integer(80).refine(
    (value) => value >= 1 && value <= 100,
    "autoTranslate.threshold.range" satisfies TextKey,
  ),
});

/** Runs an automatic translation and tells what came of it. */
export async function runAutoTranslation(id: number, _: FormState, given: FormData): Promise<FormState> {
  return answerForm(given, async () => {
    const input = readForm(form, given);
    const actor = await currentActor();
    const { message } = await autoTranslate(actor, await findTranslationById(actor, id), {
      mode: input.mode,
      q: input.q,
      autoSource: input.auto_source,
      component: input.component,
      engines: input.engines,
      threshold: input.threshold,
    });
    revalidatePath("/", "layout");
    return { message };
  });
}

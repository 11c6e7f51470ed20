"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { changeAlert } from "@/lib/domain/diagnostics/dismiss";

const schema = z.object({
  id: z.coerce.number().int().positive(),
  act: z.enum(["show", "snooze", "dismiss"]),
  snoozed_until: text(20),
});

/** Puts an alert off or away, or shows it again. */
export async function hide(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { id, act, snoozed_until } = readForm(schema, form);
    const wish = act === "snooze" ? { snoozedUntil: snoozed_until } : { dismissed: act === "dismiss" };
    await changeAlert(await currentActor(), id, wish);
    revalidatePath("/alerts", "layout");
    return act === "show" ? {} : { message: t("alerts.snooze.done") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, ids, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { changeAlert, changeAlerts } from "@/lib/domain/diagnostics/dismiss";

const schema = z.object({
  id: z.coerce.number().int().positive(),
  act: z.enum(["show", "snooze", "dismiss"]),
  snoozed_until: text(20),
});

const ticked = z.object({ alert: ids, act: z.enum(["show", "snooze", "dismiss"]), snoozed_until: text(20) });

/** Does the same with all alerts that are ticked. */
export async function hideTicked(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { alert, act, snoozed_until } = readForm(ticked, form);
    const wish = act === "snooze" ? { snoozedUntil: snoozed_until } : { dismissed: act === "dismiss" };
    const { changed, left } = await changeAlerts(await currentActor(), alert, wish);
    revalidatePath("/alerts", "layout");
    const done = t(act === "show" ? "alerts.ticked.shown" : "alerts.ticked.hidden", { count: changed });
    return { message: left > 0 ? `${done}\n${t("alerts.ticked.left", { count: left })}` : done, values: {} };
  });
}

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

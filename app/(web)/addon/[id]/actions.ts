"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { planText } from "@/app/ui/addon-plan";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { planConfiguration } from "@/lib/domain/addon-runs/run-addon";
import { configureAddon, findAddon, removeAddon, triggerAddon } from "@/lib/domain/addons/addons";
import { type DeliveryRow, replayDelivery, resumeDeliveries, sendTest } from "@/lib/domain/addons/deliveries";
import { settingsOfForm } from "@/lib/domain/addons/form";
import { addonType, settingsErrors } from "@/lib/domain/addons/registry";
import { Failed } from "@/lib/domain/errors";
import { homeOf } from "./addon-home";

export async function configure(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    const addon = addonType((await findAddon(actor, id)).name);
    const configuration = settingsOfForm(addon, form);
    if (form.has("plan")) {
      const lines = await settingsErrors(() => planConfiguration(actor, id, configuration));
      return { message: planText(t, lines, false) };
    }
    await settingsErrors(() => configureAddon(actor, id, { configuration }));
    revalidatePath("/addon/[id]", "page");
    return { message: t("addons.settingsSaved") };
  });
}

export async function runNow(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await triggerAddon(await currentActor(), id);
    return { message: t("addons.runStarted") };
  });
}

export async function uninstall(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const actor = await currentActor();
    const row = await findAddon(actor, id);
    await removeAddon(actor, id);
    redirect(homeOf(t, row).addons);
  });
}

/** How sending a message by hand ended. */
async function answerSent(work: () => Promise<DeliveryRow>): Promise<Partial<FormState>> {
  const t = await getTexts();
  const last = (await settingsErrors(work)).tries.at(-1);
  if (last?.error) throw new Failed(last.error);
  return { message: t("addons.deliveries.arrived", { status: String(last?.status ?? ""), ms: last?.ms ?? 0 }) };
}

export async function test(id: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, () => answerSent(async () => sendTest(await currentActor(), id)));
}

export async function replay(id: number, delivery: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, () => answerSent(async () => replayDelivery(await currentActor(), id, delivery)));
}

export async function resume(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await resumeDeliveries(await currentActor(), id);
    revalidatePath("/addon/[id]", "page");
    return { message: t("addons.deliveries.resumed") };
  });
}

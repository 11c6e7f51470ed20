"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { findComponentById } from "@/lib/domain/components/components";
import { replayNotification } from "@/lib/domain/hooks/replay";
import { answerForm, readForm } from "./answer-form";
import type { FormState } from "./form-state";
import { getTexts } from "./page-texts";
import { currentActor } from "./session";

/** Handles a notification of a code host again; of one component for who manages no more than that. */
export async function replay(componentId: number | undefined, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { id } = readForm(z.object({ id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }), form);
    const actor = await currentActor();
    const component = componentId === undefined ? undefined : await findComponentById(actor, componentId);
    const { updated } = await replayNotification(actor, id, component);
    revalidatePath("/", "layout");
    return { message: t("manage.hooks.replayed", { count: updated }), values: {} };
  });
}

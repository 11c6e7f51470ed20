"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { safePath } from "@/app/ui/request-path";
import { currentActor } from "@/app/ui/session";
import { signAgreement, withdrawAgreement } from "@/lib/domain/components/agreement";
import { findComponentById } from "@/lib/domain/components/components";

const schema = z.object({ act: z.enum(["sign", "withdraw"]), version: text(64), next: text() });

/** Accepts the agreement that was read, or takes that back; then goes to where one came from. */
export async function decide(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    const actor = await currentActor();
    const { act, version, next } = readForm(schema, form);
    const { id } = await findComponentById(actor, componentId);
    if (act === "sign") await signAgreement(actor, id, version);
    else await withdrawAgreement(actor, id);
    revalidatePath("/", "layout");
    if (act === "sign" && next) redirect(safePath(next));
    return {};
  });
}

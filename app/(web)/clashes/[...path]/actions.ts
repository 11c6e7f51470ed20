"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { decideClashes } from "@/lib/domain/clashes/decide";
import { Invalid } from "@/lib/domain/errors";

const schema = z.object({ clash: multiple, decision: z.enum(["ours", "theirs"]) });

/** Decides the clashes that are ticked. */
export async function decide(componentId: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const { clash, decision } = readForm(schema, form);
    const ids = clash.filter((id) => /^[1-9]\d{0,15}$/.test(id)).map(Number);
    if (ids.length === 0) throw Invalid.field("", t("clashes.nothingSelected"));
    const done = await decideClashes(await currentActor(), { componentId }, { ids }, { text: decision });
    revalidatePath("/clashes/[...path]", "page");
    const reasons = [...new Set(done.skipped.map(({ message }) => message))].join(" ");
    const lines = [
      done.decided.length > 0 ? t("clashes.done", { count: done.decided.length }) : "",
      done.skipped.length > 0 ? t("clashes.skipped", { count: done.skipped.length, reasons }) : "",
    ];
    return { message: lines.filter(Boolean).join(" ") };
  });
}

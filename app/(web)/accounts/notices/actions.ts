"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { setAllDone, setDone } from "@/lib/domain/notices/inbox";

const one = z.object({ id: z.coerce.number().int().positive(), done: z.enum(["yes", "no"]) });

/** One notice is done, or waits again. */
export async function markNotice(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(one, form);
    await setDone(await currentActor(), given.id, given.done === "yes");
    // The bell stands on every page.
    revalidatePath("/", "layout");
    return { message: t(given.done === "yes" ? "notices.marked" : "notices.unmarked") };
  });
}

/** All that the page showed is done. */
export async function markAllNotices(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(z.object({ seen: text(40) }), form);
    const seen = new Date(given.seen);
    const count = Number.isNaN(seen.getTime()) ? 0 : await setAllDone(await currentActor(), seen);
    revalidatePath("/", "layout");
    return { message: t("notices.markedAll", { count }) };
  });
}

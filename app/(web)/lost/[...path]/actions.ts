"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { putBack } from "@/lib/domain/lost/put-back";
import { resolvePath } from "@/lib/domain/translations/resolve-path";

const form = z.object({ tick: multiple });

/** Puts the ticked texts back, and tells of those that stay away. */
export async function putTextsBack(slugs: string, _: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const ids = readForm(form, given).tick.map(Number).filter(Number.isSafeInteger);
    const actor = await currentActor();
    const { done, left } = await putBack(actor, await resolvePath(actor, slugs.split("/")), ids);
    revalidatePath("/", "layout");
    const reasons = [...new Set(left.map(({ why }) => why))].join("\n");
    const said = t("lost.done", { count: done.length, left: left.length });
    return { message: reasons ? `${said}\n${reasons}` : said, values: {} };
  });
}

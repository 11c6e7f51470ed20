"use server";

import { revalidatePath } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { answerForm, multiple, readForm } from "@/app/ui/answer-form";
import { sentenceWords } from "@/app/ui/error-words";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { dropDraft } from "@/lib/domain/editor/drafts";
import { moveDraft } from "@/lib/domain/lost/drafts";
import { putBack } from "@/lib/domain/lost/put-back";
import { resolvePath } from "@/lib/domain/translations/resolve-path";
import { findUnit, unitChecksum } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";

const form = z.object({ tick: multiple });

/** Puts the ticked texts back, and tells of those that stay away. */
export async function putTextsBack(slugs: string, _: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    const ids = readForm(form, given).tick.map(Number).filter(Number.isSafeInteger);
    const actor = await currentActor();
    const { done, left } = await putBack(actor, await resolvePath(actor, slugs.split("/")), ids);
    revalidatePath("/", "layout");
    const reasons = [...new Set(left.map(({ why }) => sentenceWords(t, why)))].join("\n");
    const said = t("lost.done", { count: done.length, left: left.length });
    return { message: reasons ? `${said}\n${reasons}` : said, values: {} };
  });
}

/** Opens the string that has the source of a draft now, with the text in its field. */
export async function useDraft(unitId: number, _: FormState, given: FormData): Promise<FormState> {
  return answerForm(given, async () => {
    const actor = await currentActor();
    const unit = await findUnit(actor, await moveDraft(actor, unitId));
    redirect(path(urls.unitPage(unit, unitChecksum(unit))));
  });
}

/** Forgets what was typed for a string that is gone. */
export async function forgetDraft(unitId: number, _: FormState, given: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(given, async () => {
    await dropDraft(await currentActor(), unitId);
    revalidatePath("/lost", "layout");
    return { message: t("lost.draftForgotten"), values: {} };
  });
}

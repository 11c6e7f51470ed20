"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { revertTo } from "@/lib/domain/units/revert";
import { unitChecksum } from "@/lib/domain/units/units";
import { urls } from "@/lib/urls";

/** Puts the text of a change back. */
export async function revert(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const unit = await revertTo(await currentActor(), id);
    revalidatePath("/", "layout");
    const href = path(urls.unitPage(unit, unitChecksum(unit)));
    return { message: t("changes.revert.done"), next: { label: t("changes.revert.open"), href } };
  });
}

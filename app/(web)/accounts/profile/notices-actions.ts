"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { type GridCell, saveGrid } from "@/lib/domain/notices/settings-grid";

/** Fields are named after the cells: notification and scope. */
function cellsOf(form: FormData): GridCell[] {
  return [...form].flatMap(([name, value]): GridCell[] => {
    const match = /^(\w{1,100})\.(\d{1,2})$/.exec(name);
    if (!match || typeof value !== "string") return [];
    return [
      {
        notification: match[1] ?? "",
        scope: Number(match[2]),
        frequency: value === "" ? null : /^\d$/.test(value) ? Number(value) : -1,
      },
    ];
  });
}

export async function saveNotices(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await saveGrid(await currentActor(), cellsOf(form));
    revalidatePath("/accounts/profile");
    return { message: t("notices.saved") };
  });
}

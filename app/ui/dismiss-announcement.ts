"use server";

import { revalidatePath } from "next/cache";
import { dismissAnnouncement } from "@/lib/domain/projects/announcements";
import { answerForm } from "./answer-form";
import type { FormState } from "./form-state";
import { currentActor } from "./session";

/** Hides an announcement from the reader's pages, or shows it again. */
export async function dismiss(id: number, dismissed: boolean, _: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, async () => {
    await dismissAnnouncement(await currentActor(), id, dismissed);
    revalidatePath("/", "layout");
    return {};
  });
}

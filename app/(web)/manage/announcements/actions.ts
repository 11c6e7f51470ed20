"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { createAnnouncement, EVERYWHERE, removeAnnouncement } from "@/lib/domain/projects/announcements";
import { readAnnouncement } from "../../announcements/read-announcement";

/** Posts an announcement on all pages. */
export async function post(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await createAnnouncement(await currentActor(), EVERYWHERE, readAnnouncement(form));
    revalidatePath("/", "layout");
    return { message: t("announcements.posted"), values: {} };
  });
}

/** Takes one down. */
export async function takeDown(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeAnnouncement(await currentActor(), EVERYWHERE, id);
    revalidatePath("/", "layout");
    return { message: t("announcements.removed") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { answerForm } from "@/app/ui/answer-form";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import {
  changeAnnouncement,
  createAnnouncement,
  EVERYWHERE,
  removeAnnouncement,
} from "@/lib/domain/projects/announcements";
import { readAnnouncement, readAnnouncementChange } from "../../announcements/read-announcement";

/** Posts an announcement on all pages. */
export async function post(_: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await createAnnouncement(await currentActor(), EVERYWHERE, readAnnouncement(form));
    revalidatePath("/", "layout");
    return { message: t("announcements.posted"), values: {} };
  });
}

/** Changes one. */
export async function change(id: number, _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await changeAnnouncement(await currentActor(), EVERYWHERE, id, readAnnouncementChange(form));
    revalidatePath("/", "layout");
    return { message: t("announcements.changed") };
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

"use server";

import { revalidatePath } from "next/cache";
import { announcementScope } from "@/app/ui/announcements";
import { answerForm } from "@/app/ui/answer-form";
import { currentObject } from "@/app/ui/current-object";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { changeAnnouncement, createAnnouncement, removeAnnouncement } from "@/lib/domain/projects/announcements";
import { readAnnouncement, readAnnouncementChange } from "../read-announcement";

/** Posts an announcement on what a path names. */
export async function post(segments: readonly string[], _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const scope = announcementScope(await currentObject(segments));
    await createAnnouncement(await currentActor(), scope, readAnnouncement(form));
    revalidatePath("/", "layout");
    return { message: t("announcements.posted"), values: {} };
  });
}

/** Changes one. */
export async function change(
  segments: readonly string[],
  id: number,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const scope = announcementScope(await currentObject(segments));
    await changeAnnouncement(await currentActor(), scope, id, readAnnouncementChange(form));
    revalidatePath("/", "layout");
    return { message: t("announcements.changed") };
  });
}

/** Takes one down. */
export async function takeDown(
  segments: readonly string[],
  id: number,
  _: FormState,
  form: FormData,
): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    await removeAnnouncement(await currentActor(), announcementScope(await currentObject(segments)), id);
    revalidatePath("/", "layout");
    return { message: t("announcements.removed") };
  });
}

"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import type { TextKey } from "#texts";
import { announcementScope } from "@/app/ui/announcements";
import { answerForm, readForm, text } from "@/app/ui/answer-form";
import { currentObject } from "@/app/ui/current-object";
import type { FormState } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { isDay } from "@/lib/api/fields";
import { createAnnouncement, removeAnnouncement, SEVERITIES } from "@/lib/domain/projects/announcements";

const schema = z.object({
  message: text(10_000).refine((value) => value.trim() !== "", "announcements.messageMissing" satisfies TextKey),
  severity: z.enum(SEVERITIES),
  expiry: text(10).refine((value) => value === "" || isDay(value), "announcements.noDay" satisfies TextKey),
  notify: z.literal("on").optional(),
});

/** Posts an announcement on what a path names. */
export async function post(segments: readonly string[], _: FormState, form: FormData): Promise<FormState> {
  const t = await getTexts();
  return answerForm(form, async () => {
    const given = readForm(schema, form);
    const scope = announcementScope(await currentObject(segments));
    await createAnnouncement(await currentActor(), scope, {
      message: given.message.trim(),
      severity: given.severity,
      expiry: given.expiry || null,
      notify: given.notify === "on",
    });
    revalidatePath("/", "layout");
    return { message: t("announcements.posted"), values: {} };
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

import { z } from "zod";
import type { TextKey } from "#texts";
import { readForm, text } from "@/app/ui/answer-form";
import { isDay } from "@/lib/api/fields";
import { SEVERITIES } from "@/lib/domain/projects/announcements";

const schema = z.object({
  message: text(10_000).refine((value) => value.trim() !== "", "announcements.messageMissing" satisfies TextKey),
  severity: z.enum(SEVERITIES),
  expiry: text(10).refine((value) => value === "" || isDay(value), "announcements.noDay" satisfies TextKey),
  notify: z.literal("on").optional(),
});

/** An announcement as a form says it. @throws Invalid naming the fields */
export function readAnnouncement(form: FormData) {
  const given = readForm(schema, form);
  return {
    message: given.message.trim(),
    severity: given.severity,
    expiry: given.expiry || null,
    notify: given.notify === "on",
  };
}

/** A change as a form says it: people are told of new ones only. @throws Invalid naming the fields */
export function readAnnouncementChange(form: FormData) {
  const { notify: _, ...change } = readAnnouncement(form);
  return change;
}

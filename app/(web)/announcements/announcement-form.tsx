import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Checkbox } from "@/app/ui/checkbox";
import { Field } from "@/app/ui/field";
import type { FormAction } from "@/app/ui/form-state";
import { Select } from "@/app/ui/select";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { type AnnouncementRow, SEVERITIES } from "@/lib/domain/projects/announcements";

/** Writes a new announcement, or another text for one that is there. */
export function AnnouncementForm({
  action,
  announcement,
  notifies,
}: {
  action: FormAction;
  announcement: AnnouncementRow | undefined;
  /** Whether a new one can be told by notices: subscriptions are of projects. */
  notifies: boolean;
}) {
  const t = useTexts();
  const title = t(announcement ? "announcements.changeTitle" : "announcements.new");
  return (
    <ActionForm action={action} label={title} className="panel grid max-w-[80ch] gap-4 p-4">
      <TextArea
        label={t("announcements.message")}
        name="message"
        hint={t("announcements.messageHint")}
        defaultValue={announcement?.message}
        maxLength={10_000}
        required
      />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Select
          label={t("announcements.severity.label")}
          name="severity"
          defaultValue={announcement?.severity ?? "info"}
          choices={SEVERITIES.map((value) => ({ value, label: t(`announcements.severity.${value}`) }))}
        />
        <Field
          label={t("announcements.expiry")}
          name="expiry"
          type="date"
          defaultValue={announcement?.expiry ?? undefined}
          hint={t("announcements.expiryHint")}
        />
      </div>
      {notifies && !announcement ? <Checkbox name="notify" label={t("announcements.notify")} defaultChecked /> : null}
      <div>
        <Submit>{t(announcement ? "common.save" : "announcements.post")}</Submit>
      </div>
    </ActionForm>
  );
}

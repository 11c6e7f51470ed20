import { ActionForm } from "@/app/ui/action-form";
import { TONES } from "@/app/ui/announcements";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import type { FormAction } from "@/app/ui/form-state";
import { getTexts } from "@/app/ui/page-texts";
import { RichText } from "@/app/ui/rich-text";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import {
  type AnnouncementScope,
  listAnnouncements,
  mayAnnounce,
  SEVERITIES,
} from "@/lib/domain/projects/announcements";
import { readRichText } from "@/lib/text/rich-text";

const MOST = 100;

/** Announcements of one place: to be read, posted and taken down. */
export async function AnnouncementBoard({
  scope,
  post,
  takeDown,
}: {
  scope: AnnouncementScope;
  post: FormAction;
  takeDown: (id: number) => FormAction;
}) {
  const t = await getTexts();
  const actor = await currentActor();
  const { rows } = await listAnnouncements(scope, { limit: MOST, offset: 0 });
  const removes = mayAnnounce(actor, scope, "announcement.delete");
  return (
    <>
      {rows.length === 0 ? (
        <div className="mb-6">
          <EmptyState title={t("announcements.none")}>{t("announcements.noneText")}</EmptyState>
        </div>
      ) : (
        <ul className="mb-6 grid gap-3">
          {rows.map((row) => (
            <li key={row.id}>
              <Callout
                tone={TONES[row.severity]}
                action={
                  removes ? (
                    <ActionForm
                      action={takeDown(row.id)}
                      label={t("announcements.removeNamed", { text: row.message.slice(0, 40) })}
                    >
                      <Submit
                        kind="quiet"
                        small
                        aria-label={t("announcements.removeNamed", { text: row.message.slice(0, 40) })}
                      >
                        {t("common.remove")}
                      </Submit>
                    </ActionForm>
                  ) : null
                }
              >
                <RichText nodes={readRichText(row.message)} />
                {row.expiry ? (
                  <p className="mt-1 text-table text-ink-2">{t("announcements.until", { day: row.expiry })}</p>
                ) : null}
              </Callout>
            </li>
          ))}
        </ul>
      )}
      {mayAnnounce(actor, scope, "announcement.add") ? (
        <Section title={t("announcements.new")}>
          <ActionForm action={post} label={t("announcements.new")} className="panel grid max-w-[80ch] gap-4 p-4">
            <TextArea
              label={t("announcements.message")}
              name="message"
              hint={t("announcements.messageHint")}
              maxLength={10_000}
              required
            />
            <div className="grid items-end gap-4 sm:grid-cols-2">
              <Select
                label={t("announcements.severity.label")}
                name="severity"
                defaultValue="info"
                choices={SEVERITIES.map((value) => ({ value, label: t(`announcements.severity.${value}`) }))}
              />
              <Field label={t("announcements.expiry")} name="expiry" type="date" hint={t("announcements.expiryHint")} />
            </div>
            {/* Subscriptions are of projects. */}
            {scope.permissionScope ? <Checkbox name="notify" label={t("announcements.notify")} defaultChecked /> : null}
            <div>
              <Submit>{t("announcements.post")}</Submit>
            </div>
          </ActionForm>
        </Section>
      ) : null}
    </>
  );
}

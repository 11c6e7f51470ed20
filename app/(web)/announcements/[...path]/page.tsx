import { ActionForm } from "@/app/ui/action-form";
import { announcementScope, TONES } from "@/app/ui/announcements";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { crumbsBelow } from "@/app/ui/crumbs";
import { currentObject } from "@/app/ui/current-object";
import { EmptyState } from "@/app/ui/empty-state";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PathPageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { RichText } from "@/app/ui/rich-text";
import { Section } from "@/app/ui/section";
import { Select } from "@/app/ui/select";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { can } from "@/lib/domain/access/demand";
import { listAnnouncements, SEVERITIES } from "@/lib/domain/projects/announcements";
import { decodedPath } from "@/lib/domain/translations/resolve-path";
import { readRichText } from "@/lib/text/rich-text";
import { post, takeDown } from "./actions";

export const generateMetadata = titled("announcements.title");

const MOST = 100;

/** What is announced on one place: to be read, posted and taken down. */
export default async function AnnouncementsPage({ params }: PathPageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const segments = decodedPath((await params).path);
    const place = await currentObject((await params).path);
    const actor = await currentActor();
    const scope = announcementScope(place);
    const { rows } = await listAnnouncements(scope, { limit: MOST, offset: 0 });
    const removes = can(actor, "announcement.delete", scope.permissionScope);
    return (
      <Page
        title={t("announcements.title")}
        lead={t("announcements.lead")}
        crumbs={crumbsBelow(t, place, t("announcements.title"))}
      >
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
                        action={takeDown.bind(null, segments, row.id)}
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
        {can(actor, "announcement.add", scope.permissionScope) ? (
          <Section title={t("announcements.new")}>
            <ActionForm
              action={post.bind(null, segments)}
              label={t("announcements.new")}
              className="panel grid max-w-[80ch] gap-4 p-4"
            >
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
                <Field
                  label={t("announcements.expiry")}
                  name="expiry"
                  type="date"
                  hint={t("announcements.expiryHint")}
                />
              </div>
              <Checkbox name="notify" label={t("announcements.notify")} defaultChecked />
              <div>
                <Submit>{t("announcements.post")}</Submit>
              </div>
            </ActionForm>
          </Section>
        ) : null}
      </Page>
    );
  });
}

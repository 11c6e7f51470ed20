import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentUser } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { TextArea } from "@/app/ui/text-area";
import { canBeContacted } from "@/lib/domain/users/contact";
import { urls } from "@/lib/urls";
import { send } from "./actions";

export const generateMetadata = titled("contact.title");

/** A message to the administrators, where mail can be sent. */
export default async function ContactPage() {
  const t = await getTexts();
  const user = await currentUser();
  return (
    <Page
      title={t("contact.title")}
      crumbs={[{ label: t("about.link"), href: path(urls.about()) }, { label: t("contact.title") }]}
      lead={t("contact.lead")}
      narrow
    >
      {(await canBeContacted()) ? (
        <ActionForm action={send} label={t("contact.title")} className="panel grid gap-4 p-5">
          <p className="text-table text-ink-2">{t("contact.about")}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field
              label={t("common.name")}
              name="name"
              defaultValue={user?.fullName}
              autoComplete="name"
              maxLength={150}
              required
            />
            <Field
              label={t("contact.address")}
              name="address"
              type="email"
              defaultValue={user?.email ?? undefined}
              autoComplete="email"
              hint={t("contact.addressHint")}
              maxLength={254}
              required
            />
          </div>
          <Field label={t("contact.subject")} name="subject" maxLength={100} required />
          <TextArea label={t("contact.text")} name="text" maxLength={5000} rows={8} required />
          <div>
            <Submit>{t("contact.send")}</Submit>
          </div>
        </ActionForm>
      ) : (
        <Callout tone="info" title={t("contact.off")}>
          {t("contact.offText")}
        </Callout>
      )}
    </Page>
  );
}

import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Field } from "@/app/ui/field";
import { FormSecret } from "@/app/ui/form-secret";
import { Page } from "@/app/ui/page-body";
import { getTexts } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RadioGroup } from "@/app/ui/radio-group";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { LINK_HOURS } from "@/lib/domain/users/account-help";
import { urls } from "@/lib/urls";
import { addPerson } from "./actions";

/** The form that adds a person. */
export async function NewPerson() {
  const t = await getTexts();
  demand(await currentActor(), "user.edit");
  const mails = mailIsSetUp();
  return (
    <Page
      title={t("manage.people.add")}
      crumbs={[
        { label: t("common.management"), href: path(urls.manage()) },
        { label: t("manage.people.title"), href: path(urls.people()) },
        { label: t("manage.people.add") },
      ]}
      lead={t("manage.people.addLead")}
      narrow
    >
      <ActionForm action={addPerson} label={t("manage.people.add")}>
        <FormSecret
          title={t("manage.people.linkMade")}
          note={t("manage.people.linkNote", { hours: LINK_HOURS })}
          copy={t("manage.people.copyLink")}
        />
        <div className="panel grid gap-4 p-4">
          <Field
            label={t("common.userName")}
            name="username"
            hint={t("manage.people.usernameHint")}
            autoComplete="off"
            maxLength={150}
            required
          />
          <Field label={t("manage.people.fullName")} name="full_name" autoComplete="off" maxLength={150} />
          <Field label={t("common.email")} name="email" type="email" autoComplete="off" maxLength={190} required />
          <RadioGroup
            label={t("manage.people.how.label")}
            name="how"
            defaultValue={mails ? "mail" : "copy"}
            choices={[
              ...(mails ? [{ value: "mail", label: t("manage.people.how.mail") }] : []),
              { value: "copy", label: t("manage.people.how.copy") },
            ]}
          />
          {mails ? null : <Callout>{t("manage.people.noMail")}</Callout>}
          <div>
            <Submit>{t("manage.people.addOne")}</Submit>
          </div>
        </div>
      </ActionForm>
    </Page>
  );
}

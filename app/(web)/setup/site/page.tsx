import { headers } from "next/headers";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { Checkbox } from "@/app/ui/checkbox";
import { Code } from "@/app/ui/code";
import { Field } from "@/app/ui/field";
import { guarded } from "@/app/ui/guard";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { Submit } from "@/app/ui/submit";
import { demand } from "@/lib/domain/access/demand";
import { siteBasics } from "@/lib/domain/settings/set-up-site";
import { absolute } from "@/lib/urls/paths";
import { MailSection } from "../../manage/settings/mail-section";
import { saveBasics } from "../actions";

export const generateMetadata = titled("setup.title");

/** The second step of the first run: what the installation is called, who may join it, and whether its mails arrive. */
export default async function SiteBasicsPage() {
  const t = await getTexts();
  return guarded(async () => {
    demand(await currentActor(), "management.use");
    const { name, open } = await siteBasics();
    const asked = await headers();
    // After a form the framework asks itself for the page, under another name: what the browser asked for comes along.
    const [own, here] = [new URL(absolute("/")).host, asked.get("x-forwarded-host") ?? asked.get("host")];
    return (
      <div className="mx-auto max-w-[560px]">
        <Page title={t("setup.title")} lead={t("setup.site.lead")} narrow>
          {here !== null && here !== own ? (
            <div className="mb-4">
              <Callout tone="warning" title={t("setup.site.otherHost")}>
                {t.rich("setup.site.otherHostText", {
                  own: () => <Code>{own}</Code>,
                  here: () => <Code>{here}</Code>,
                })}
              </Callout>
            </div>
          ) : null}
          <ActionForm action={saveBasics} className="panel grid gap-4 p-5">
            <Field
              label={t("setup.site.name")}
              name="name"
              defaultValue={name}
              placeholder="Loquat"
              translate="no"
              maxLength={60}
              autoComplete="off"
              hint={t("setup.site.nameHint")}
            />
            <Checkbox name="open" label={t("manage.open.label")} defaultChecked={open} hint={t("manage.open.hint")} />
            <div className="flex flex-wrap gap-3">
              <Submit>{t("setup.site.save")}</Submit>
              <LinkButton kind="quiet" href="/setup/start/">
                {t("setup.site.skip")}
              </LinkButton>
            </div>
          </ActionForm>
          <div className="mt-6">
            <MailSection />
          </div>
        </Page>
      </div>
    );
  });
}

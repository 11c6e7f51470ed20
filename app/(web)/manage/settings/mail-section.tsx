import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { getTexts } from "@/app/ui/page-texts";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import { mailIsSetUp } from "@/lib/domain/mail/queue-mail";
import { testMail } from "./actions";

/** Whether mails are sent, and a mail to oneself to see that they arrive. */
export async function MailSection() {
  const t = await getTexts();
  return (
    <Section title={t("testMail.title")}>
      {mailIsSetUp() ? (
        <ActionForm action={testMail} className="panel grid gap-3 p-4" label={t("testMail.title")}>
          <p className="max-w-[72ch]">{t("testMail.text")}</p>
          <div>
            <Submit kind="secondary">{t("testMail.send")}</Submit>
          </div>
        </ActionForm>
      ) : (
        <Callout tone="warning" title={t("testMail.none")}>
          {t("home.checklist.mail.text")}
        </Callout>
      )}
    </Section>
  );
}

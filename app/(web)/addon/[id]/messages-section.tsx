import { useTexts } from "#texts";
import { ActionForm } from "@/app/ui/action-form";
import { Callout } from "@/app/ui/callout";
import { sentenceWords } from "@/app/ui/error-words";
import { LinkButton } from "@/app/ui/link-button";
import { path } from "@/app/ui/paths";
import { RelativeTime } from "@/app/ui/relative-time";
import { Section } from "@/app/ui/section";
import { Submit } from "@/app/ui/submit";
import type { AddonRow } from "@/lib/domain/addons/installed";
import { urls } from "@/lib/urls";
import { resume, test } from "./actions";

/** What an add-on sends to another service: whether it does, a test, and the way to the log. */
export function MessagesSection({ row }: { row: AddonRow }) {
  const t = useTexts();
  const { stopped } = row.state;
  return (
    <Section id="messages" title={t("addons.deliveries.title")} lead={t("addons.deliveries.sectionLead")}>
      {stopped ? (
        <div className="mb-4">
          <Callout
            tone="error"
            title={t("addons.deliveries.stopped")}
            action={
              <ActionForm action={resume.bind(null, row.id)} label={t("addons.deliveries.resume")}>
                <Submit kind="secondary">{t("addons.deliveries.resume")}</Submit>
              </ActionForm>
            }
          >
            {sentenceWords(t, { message: stopped.reason, said: stopped.said })} (
            <RelativeTime at={new Date(stopped.at)} />)
          </Callout>
        </div>
      ) : null}
      <ActionForm
        action={test.bind(null, row.id)}
        label={t("addons.deliveries.sendTest")}
        className="flex flex-wrap items-center gap-3"
      >
        <Submit kind="secondary">{t("addons.deliveries.sendTest")}</Submit>
        <LinkButton href={path(urls.deliveriesPage(row.id))} kind="quiet">
          {t("addons.deliveries.openLog")}
        </LinkButton>
      </ActionForm>
    </Section>
  );
}

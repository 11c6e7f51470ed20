import { redirect } from "next/navigation";
import { Callout } from "@/app/ui/callout";
import { LinkButton } from "@/app/ui/link-button";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { currentActor } from "@/app/ui/session";
import { StopViewing, whoseEyes } from "@/app/ui/viewing-banner";

export const generateMetadata = titled("viewing.label");

/** What is not shown to somebody who looks through other eyes. */
export default async function ViewingPage() {
  const t = await getTexts();
  const { viewing } = await currentActor();
  if (!viewing) redirect("/");
  return (
    <Page title={t("viewing.label")} lead={whoseEyes(t, viewing)} narrow>
      <Callout title={t("viewing.privateTitle")}>{t("viewing.privateText")}</Callout>
      <div className="mt-4 flex flex-wrap gap-2">
        <StopViewing />
        <LinkButton small href="/">
          {t("viewing.goOn")}
        </LinkButton>
      </div>
    </Page>
  );
}

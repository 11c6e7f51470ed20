import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { AlertBoard } from "./alert-board";

export const generateMetadata = titled("common.alerts");

/** Alerts of all projects that one sees. */
export default async function AllAlertsPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => (
    <Page title={t("alerts.siteTitle")}>
      <AlertBoard parameters={await searchParams} />
    </Page>
  ));
}

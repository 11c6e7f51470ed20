import { redirect } from "next/navigation";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { demand } from "@/lib/domain/access/demand";
import { urls } from "@/lib/urls";
import { AdminDashboard } from "../home/admin-dashboard";
import { SetUpAgain } from "../home/set-up-card";
import { DemoSection } from "./demo-section";

export const generateMetadata = titled("common.management");

/** Where the tabs of former versions are now. */
const MOVED: Readonly<Record<string, () => string>> = {
  users: urls.people,
  tasks: urls.siteTasks,
  repositories: urls.siteRepositories,
};

/** What needs an administrator now, and the way to everything that they manage. */
export default async function ManagePage({ searchParams }: PageInput) {
  const t = await getTexts();
  const tab = one((await searchParams).tab);
  const moved = Object.hasOwn(MOVED, tab) ? MOVED[tab] : undefined;
  if (moved) redirect(path(moved()));
  return guarded(async () => {
    demand(await currentActor(), "management.use");
    return (
      <Page title={t("common.management")}>
        <AdminDashboard link={false} />
        <DemoSection />
        <SetUpAgain />
      </Page>
    );
  });
}

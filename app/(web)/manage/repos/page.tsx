import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { getTexts, titled } from "@/app/ui/page-texts";
import { RepositoryTable } from "@/app/ui/repository-table";
import { currentActor } from "@/app/ui/session";
import { listRepositories } from "@/lib/domain/statistics/management";

export const generateMetadata = titled("manage.tab.repositories");

const MOST = 500;

/** The repositories of all projects, those in trouble first. */
export default async function RepositoriesPage() {
  const t = await getTexts();
  return guarded(async () => (
    <Page title={t("manage.tab.repositories")} lead={t("manage.repositoriesLead", { count: MOST })}>
      <RepositoryTable lines={await listRepositories(await currentActor(), MOST)} projects />
    </Page>
  ));
}

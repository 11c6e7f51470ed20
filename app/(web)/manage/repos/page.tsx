import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import type { PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { RepositoryTable, readRepositories } from "@/app/ui/repository-table";

export const generateMetadata = titled("manage.tab.repositories");

/** The repositories of all projects, those in trouble first. */
export default async function RepositoriesPage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => (
    <Page title={t("manage.tab.repositories")} lead={t("manage.repositoriesLead")}>
      <RepositoryTable list={await readRepositories(undefined, await searchParams)} />
    </Page>
  ));
}

import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { RepositoryTable } from "@/app/ui/repository-table";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { TaskList } from "@/app/ui/task-list";
import { can, demand } from "@/lib/domain/access/demand";
import { listRepositories, listTasks } from "@/lib/domain/statistics/management";
import { urls } from "@/lib/urls";
import { AdminDashboard } from "../home/admin-dashboard";
import { PeopleTab } from "./people-tab";
import { RegistrationForm } from "./registration-form";

export const generateMetadata = titled("common.management");

const TABS = [
  ["overview", "manage.tab.overview"],
  ["users", "manage.tab.users"],
  ["tasks", "manage.tab.tasks"],
  ["repositories", "manage.tab.repositories"],
] as const;
const STATES = ["pending", "running", "done", "failed", "cancelled"];

export default async function ManagePage({ searchParams }: PageInput) {
  const t = await getTexts();
  return guarded(async () => {
    const parameters = await searchParams;
    const actor = await currentActor();
    demand(actor, "management.use");
    const tab = TABS.find(([id]) => id === one(parameters.tab))?.[0] ?? "overview";
    const state = STATES.find((name) => name === one(parameters.state));
    return (
      <Page title={t("common.management")}>
        <Tabs
          label={t("common.management")}
          tabs={[
            ...TABS.map(([id, label]) => ({
              label: t(label),
              href: path(urls.manage(id === "overview" ? undefined : id)),
              current: id === tab,
            })),
            { label: t("common.alerts"), href: path(urls.alerts()), current: false },
            { label: t("common.automaticSuggestions"), href: "/manage/machinery/", current: false },
            { label: t("manage.sharedMemory"), href: "/manage/memory/", current: false },
            { label: t("ssh.crumb"), href: path(urls.ssh()), current: false },
            { label: t("httpAccounts.crumb"), href: path(urls.httpAccounts()), current: false },
            { label: t("codeHosts.crumb"), href: path(urls.codeHosts()), current: false },
            ...(can(actor, "management.addons")
              ? [{ label: t("common.addons"), href: path(urls.siteAddons()), current: false }]
              : []),
          ]}
        />
        {tab === "overview" ? (
          <>
            <AdminDashboard link={false} />
            <RegistrationForm />
          </>
        ) : null}
        {tab === "users" ? <PeopleTab words={one(parameters.q)} page={parameters.page} /> : null}
        {tab === "tasks" ? <TaskList tasks={await listTasks(actor, state, 100)} places /> : null}
        {tab === "repositories" ? <RepositoryTable lines={await listRepositories(actor, 500)} projects /> : null}
      </Page>
    );
  });
}

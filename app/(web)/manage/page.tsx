import type { Metadata } from "next";
import { guarded } from "@/app/ui/guard";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { RepositoryTable } from "@/app/ui/repository-table";
import { currentActor } from "@/app/ui/session";
import { Tabs } from "@/app/ui/tabs";
import { TaskList } from "@/app/ui/task-list";
import { demand } from "@/lib/domain/access/demand";
import { listRepositories, listTasks } from "@/lib/domain/statistics/manage";
import { AdminDesk } from "../home/admin-desk";
import { PeopleTab } from "./people-tab";
import { RegistrationForm } from "./registration-form";

export const metadata: Metadata = { title: "Management" };

const TABS = [
  ["overview", "Overview"],
  ["users", "Users"],
  ["tasks", "Tasks"],
  ["repositories", "Repositories"],
] as const;
const STATES = ["pending", "running", "done", "failed", "cancelled"];

export default async function ManagePage({ searchParams }: PageInput) {
  return guarded(async () => {
    const parameters = await searchParams;
    const actor = await currentActor();
    demand(actor, "management.use");
    const tab = TABS.find(([id]) => id === one(parameters.tab))?.[0] ?? "overview";
    const state = STATES.find((name) => name === one(parameters.state));
    return (
      <Page title="Management">
        <Tabs
          label="Management"
          tabs={[
            ...TABS.map(([id, label]) => ({
              label,
              href: id === "overview" ? "/manage/" : `/manage/?tab=${id}`,
              current: id === tab,
            })),
            { label: "Automatic suggestions", href: "/manage/machinery/", current: false },
            { label: "Shared memory", href: "/manage/memory/", current: false },
          ]}
        />
        {tab === "overview" ? (
          <>
            <AdminDesk link={false} />
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

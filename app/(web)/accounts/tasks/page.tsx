import { guarded } from "@/app/ui/guard";
import { KeyPager } from "@/app/ui/key-pager";
import { Page } from "@/app/ui/page-body";
import { one, type PageInput } from "@/app/ui/page-input";
import { getTexts, titled } from "@/app/ui/page-texts";
import { path } from "@/app/ui/paths";
import { currentActor } from "@/app/ui/session";
import { TaskList } from "@/app/ui/task-list";
import { listOwnTasks } from "@/lib/domain/statistics/management";
import { seeTasks } from "@/lib/domain/tasks/own-tasks";
import { urls } from "@/lib/urls";

export const generateMetadata = titled("tasks.tray.heading");

const SIZE = 50;

/** Background tasks of whoever is signed in, newest first. */
export default function OwnTasksPage({ searchParams }: PageInput) {
  return guarded(async () => {
    const t = await getTexts();
    const after = one((await searchParams).after) || undefined;
    const actor = await currentActor();
    const { rows, next } = await listOwnTasks(actor, { told: false, after, limit: SIZE });
    await seeTasks(actor);
    return (
      <Page title={t("tasks.tray.heading")} lead={t("tasks.tray.lead")}>
        <TaskList tasks={rows} places />
        <KeyPager
          first={after ? path(urls.ownTasks()) : undefined}
          next={next ? path(urls.ownTasks(next)) : undefined}
        />
      </Page>
    );
  });
}

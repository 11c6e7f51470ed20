import { waitingFor } from "@/lib/domain/notices/inbox";
import { urls } from "@/lib/urls";
import { trayState } from "./load-tray";
import { NoticeBell } from "./notice-bell";
import { getTexts } from "./page-texts";
import { path } from "./paths";
import { currentActor } from "./session";
import { TaskTray } from "./task-tray";

/** What waits for whoever is signed in: tasks that they started, while there are any, and notices. */
export async function Waiting() {
  const actor = await currentActor();
  if (actor.isAnonymous || actor.viewing) return null;
  const { notices, tasks } = await waitingFor(actor);
  const state = trayState(await getTexts(), tasks);
  return (
    <>
      {state ? (
        <TaskTray
          key={state.label}
          given={state}
          address={path(urls.ownTasks())}
          stateAddress={path(urls.ownTasksState())}
        />
      ) : null}
      <NoticeBell count={notices} />
    </>
  );
}

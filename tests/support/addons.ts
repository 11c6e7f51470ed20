import { componentsOfRun, runAddon } from "@/lib/domain/addon-runs/run-addon";
import { startChangedAddons } from "@/lib/domain/addon-runs/start-changed";
import { deliverChanges, dueDeliveries } from "@/lib/domain/addons/deliver";
import { selectAddons } from "@/lib/domain/addons/installed";
import { db, sql } from "@/lib/platform/database";
import { textRows } from "./text-rows";

/** Does in this process what the background would do with the runs that wait; gives the events in order. */
export async function runWaitingAddons(): Promise<string[]> {
  const done: string[] = [];
  for (let round = 0; round < 50; round++) {
    const [task] = await textRows<{
      id: string;
      payload: { addon: number; event: never; component?: number; project?: number };
    }>(
      db,
      sql`
      update tasks set state = 'done', progress = 100, finished_at = now() where id = (
        select id from tasks where kind = 'run-addon' and state = 'pending' order by created_at, id limit 1) returning id, payload`,
    );
    if (!task) return done;
    const { addon, event, component, project } = task.payload;
    for (const id of await componentsOfRun(addon, component, project)) await runAddon(addon, event, id);
    done.push(event);
  }
  throw new Error("The runs of add-ons do not come to an end.");
}

/** Wants the runs that changes start, as the background does each minute. Gives how many add-ons. */
export const startChanged = (): Promise<number> => startChangedAddons();

/** What the log of an add-on says, newest first. */
export async function logOf(id: number): Promise<string[]> {
  const [row] = await selectAddons(sql`a.id = ${id}`);
  return (row?.state.log ?? []).map((line) => `${line.ok ? "done" : "failed"} ${line.event}: ${line.text}`);
}

/** Does in this process what the background does each minute: every add-on that has something to tell tells it. */
export async function deliverDue(): Promise<number> {
  let told = 0;
  for (const id of await dueDeliveries()) told += await deliverChanges(id);
  return told;
}

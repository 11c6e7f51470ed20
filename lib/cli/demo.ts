import { SERVICE } from "@/lib/domain/access/actor";
import { findDemo, requestDemo } from "@/lib/domain/demo/demo";
import { Conflict } from "@/lib/domain/errors";
import { waitForTask } from "@/lib/domain/tasks/tasks";
import { urls } from "@/lib/urls";

/** Longer than the imports ever take; the task goes on when nobody waits any more. */
const WAIT_MS = 600_000;

/** Makes the demo, as the page of the first run does, and says where its projects are or why there are none. */
export async function fillDemo(say: (line: string) => void): Promise<void> {
  try {
    const task = await requestDemo(SERVICE);
    const ended = task === undefined ? undefined : await waitForTask(task, WAIT_MS);
    if (ended?.state === "failed") say(`The demo could not be made: ${String(ended.result)}`);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    say(`The demo was not made: ${error.message}`);
  }
  for (const { name, slug } of (await findDemo(SERVICE)).projects)
    say(`The demo project ${name} is at ${urls.project(slug).web}`);
}

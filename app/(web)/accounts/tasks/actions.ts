"use server";

import { z } from "zod";
import { currentActor } from "@/app/ui/session";
import { seeTasks } from "@/lib/domain/tasks/own-tasks";

const ids = z.array(z.uuid()).max(50);

/** The panel in the head of the page has shown how these tasks ended. */
export async function sawTasks(uuids: string[]): Promise<void> {
  await seeTasks(await currentActor(), ids.parse(uuids));
}

import { errorWords } from "@/app/ui/error-words";
import { summarizeTask } from "@/app/ui/load-task";
import { getTexts } from "@/app/ui/page-texts";
import { viewer } from "@/lib/api/actor";
import { findVisibleTask } from "@/lib/domain/components/task-access";
import { NotFound } from "@/lib/domain/errors";
import { seeOwnTask } from "@/lib/domain/tasks/own-tasks";

/** A task's state for the page that watches it; beside the page, so that it costs nobody's API allowance. */
export async function GET(_: Request, { params }: { params: Promise<{ uuid: string }> }): Promise<Response> {
  try {
    const actor = await viewer();
    const task = await findVisibleTask(actor, (await params).uuid);
    await seeOwnTask(actor, task);
    return Response.json(await summarizeTask(task), { headers: { "cache-control": "no-store" } });
  } catch (error) {
    if (error instanceof NotFound)
      return Response.json({ detail: errorWords(await getTexts(), error) }, { status: 404 });
    throw error;
  }
}

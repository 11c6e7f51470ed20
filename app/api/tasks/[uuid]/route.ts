import { cancelTask, presentTask, readTask } from "@/lib/api/resources/tasks";
import { on, serve } from "@/lib/api/serve";
import { cancelVisibleTask, findVisibleTask } from "@/lib/domain/components/task-access";
import { taskView } from "@/lib/domain/tasks/task-view";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readTask, async ({ actor, params }) => presentTask(await taskView(await findVisibleTask(actor, params.uuid)))),
  on(cancelTask, async ({ actor, params }) => cancelVisibleTask(actor, params.uuid)),
);

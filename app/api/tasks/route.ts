import { listTasks } from "@/lib/api/resources/tasks";
import { on, serve } from "@/lib/api/serve";
import { NotFound } from "@/lib/domain/errors";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTasks, async () => {
    throw new NotFound("Tasks cannot be listed; follow the task_url of an object.");
  }),
);

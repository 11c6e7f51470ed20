import { listTasks } from "@/lib/api/resources/tasks";
import { on, serve } from "@/lib/api/serve";
import { NotFound } from "@/lib/domain/errors";
import { refusal } from "@/lib/text/messages/refusal";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(listTasks, async () => {
    throw new NotFound(refusal("apiTasksListed"));
  }),
);

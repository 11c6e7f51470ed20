import { changeProjectLock, readLock, readProjectLock } from "@/lib/api/resources/lock";
import { on, serve } from "@/lib/api/serve";
import { lockProject, projectIsLocked } from "@/lib/domain/components/lock-project";
import { findProject } from "@/lib/domain/projects/projects";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectLock, async ({ actor, params }) => ({
    locked: await projectIsLocked(actor, await findProject(actor, params.project)),
  })),
  on(changeProjectLock, async ({ actor, params, body, request }) => ({
    locked: await lockProject(actor, await findProject(actor, params.project), readLock(body, request)),
  })),
);

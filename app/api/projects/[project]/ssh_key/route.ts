import { makeProjectKey, presentSshKey, readProjectKey, removeProjectKey } from "@/lib/api/resources/ssh";
import { on, serve } from "@/lib/api/serve";
import { findProject } from "@/lib/domain/projects/projects";
import * as keys from "@/lib/domain/ssh/keys";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectKey, async ({ actor, params }) =>
    presentSshKey(await keys.keyInUse(actor, await findProject(actor, params.project))),
  ),
  on(makeProjectKey, async ({ actor, params }) =>
    presentSshKey(await keys.renewProjectKey(actor, await findProject(actor, params.project))),
  ),
  on(removeProjectKey, async ({ actor, params }) =>
    keys.removeProjectKey(actor, await findProject(actor, params.project)),
  ),
);

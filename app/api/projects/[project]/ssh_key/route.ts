import {
  makeProjectKey,
  presentProjectKey,
  readProjectKey,
  removeProjectKey,
  updateProjectKey,
} from "@/lib/api/resources/ssh";
import { on, serve } from "@/lib/api/serve";
import type { Actor } from "@/lib/domain/access/actor";
import { findProject, type ProjectRow } from "@/lib/domain/projects/projects";
import * as keys from "@/lib/domain/ssh/keys";
import { signCommits, signsCommits } from "@/lib/domain/ssh/signing";

const present = async (actor: Actor, project: ProjectRow, key: keys.SshKeyView) =>
  presentProjectKey(key, await signsCommits(actor, project));

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = serve(
  on(readProjectKey, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    return present(actor, project, await keys.keyInUse(actor, project));
  }),
  on(makeProjectKey, async ({ actor, params }) => {
    const project = await findProject(actor, params.project);
    return present(actor, project, await keys.renewProjectKey(actor, project));
  }),
  on(updateProjectKey, async ({ actor, params, body }) => {
    const project = await findProject(actor, params.project);
    await signCommits(actor, project, body.signs_commits);
    return present(actor, project, await keys.keyInUse(actor, project));
  }),
  on(removeProjectKey, async ({ actor, params }) =>
    keys.removeProjectKey(actor, await findProject(actor, params.project)),
  ),
);

import { VcsError } from "@/lib/platform/vcs/vcs";
import type { Actor } from "../access/actor";
import { demand } from "../access/demand";
import { Invalid, sentenceOf } from "../errors";
import { httpAccess } from "../http-accounts/access";
import { findProject } from "../projects/projects";
import { pushesAnyway } from "../requests/accounts";
import { sshAccess } from "../ssh/access";
import { demandPushAddress, probeRepository } from "./probe-repository";

export interface PushTrial {
  repo: string;
  branch: string;
  vcs: string;
  push: string;
  pushBranch: string;
}

/**
 * Asks whether a push of a new component would be let in, before anything is stored. Needs `project.edit`.
 * @returns the branch that would be pushed to; undefined where only a push itself can tell, or nothing is pushed
 * @throws Invalid on `push` with what the other side says; on `repo` and `branch`
 */
export async function tryPush(actor: Actor, projectSlug: string, wish: PushTrial): Promise<string | undefined> {
  const project = await findProject(actor, projectSlug);
  demand(actor, "project.edit", { project });
  // Code hosts are pushed to with the account of the installation, in a branch or fork of its own.
  if (wish.push === "" || pushesAnyway(wish.vcs)) return undefined;
  await demandPushAddress(wish.push, project.id);
  const { copy, settings } = await probeRepository({ ...wish, projectId: project.id });
  if (!copy.tryPush) return undefined;
  const ssh = await sshAccess(project.id, wish.repo, wish.push);
  const { push, pushBranch } = wish;
  try {
    await copy.tryPush({ ...settings, push, pushBranch, ssh, http: httpAccess });
  } catch (error) {
    if (!(error instanceof VcsError)) throw error;
    // Who is told of commits that are missing here has been let in.
    if (error.problem !== "rejected") throw Invalid.field("push", sentenceOf(error));
  }
  return pushBranch || settings.branch;
}

import { openpgpKeys, projects } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import type { Actor } from "../access/actor";
import { demand, type PermissionScope } from "../access/demand";
import { openFrom, SEALED } from "../secrets";
import { ownerOf } from "./internal/owner";
import { openKey } from "./keys";

/**
 * Signatures of commits: with the project's OpenPGP key where it has one, else with the SSH key that its repositories are
 * reached with.
 */

const [p, o] = [projects.as("p"), openpgpKeys.as("o")];

/** Whether Loquat signs its commits in a project. Needs `project.edit`. */
export async function signsCommits(actor: Actor, project: NonNullable<PermissionScope["project"]>): Promise<boolean> {
  demand(actor, "project.edit", { project });
  const found = await db.one(sql`select ${pick(p, "signCommits")} from ${p} where ${p.id} = ${project.id}`);
  return found?.signCommits === true;
}

/** Signs Loquat's commits in a project from now on, or no longer; an SSH key is made when there is none. Needs `project.edit`. */
export async function signCommits(
  actor: Actor,
  project: NonNullable<PermissionScope["project"]>,
  signs: boolean,
): Promise<void> {
  demand(actor, "project.edit", { project });
  if (signs) await openKey(project.id);
  await db.run(sql`update ${p} set ${assigned(p, { signCommits: signs })} where ${p.id} = ${project.id}`);
}

/** Private key for the commits of a repository; undefined where they are not signed. @throws Failed when it cannot be opened */
export async function signingKeyOf(repository: { id: number }): Promise<string | undefined> {
  const owner = await ownerOf(repository);
  if (!owner?.signCommits) return undefined;
  const found = await db.one(sql`select ${pick(o, "privateKey")} from ${o} where ${o.projectId} = ${owner.id}`);
  return found ? openFrom(SEALED.openpgpKey, found.privateKey) : (await openKey(owner.id)).private;
}

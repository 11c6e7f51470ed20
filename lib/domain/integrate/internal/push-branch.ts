import { repositories } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { pushesToSource, pushPlace, VcsError } from "@/lib/platform/vcs/vcs";
import { withoutCredentials } from "@/lib/text/addresses";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";

const r = repositories.as("r");

/**
 * Which commit may stand where ours goes. Our commits are made anew whenever upstream moves, so a branch of our own holds
 * earlier versions of them: those are replaced, and nothing that anybody else has pushed.
 */

/**
 * Pushes a commit in place of our branch; false when it is there already.
 * @param remote upstream as it was fetched last
 * @throws VcsError rejected when somebody was faster; refused
 */
export async function pushCommit(checkout: Checkout, commit: string, remote: string): Promise<boolean> {
  const { copy, driver } = checkout;
  if (pushesToSource(copy.settings)) {
    await copy.push(commit, driver.forcePush ? remote : undefined);
    return true;
  }
  const there = await copy.pushedHead();
  if (there === commit) return false;
  const ours = await pushedHeads(checkout.repository.id);
  if (there !== null && !(await mayReplace(checkout, { there, commit, remote, ours })))
    throw await movedByOthers(checkout, there, remote);
  // Before as well as after: whoever is killed between the push and the row knows the branch again.
  await remember(checkout.repository.id, [...ours.filter((sha) => sha === there), commit]);
  await copy.push(commit, there);
  await remember(checkout.repository.id, [commit]);
  return true;
}

async function mayReplace(
  { copy }: Checkout,
  { there, commit, remote, ours }: { there: string; commit: string; remote: string; ours: readonly string[] },
): Promise<boolean> {
  if (ours.includes(there) || (await copy.contains(commit, there))) return true;
  // Nothing was remembered yet: commits of ours bear our name.
  const committers = ours.length === 0 ? await copy.committers([remote, commit], there) : [""];
  return committers.every((email) => email === COMMITTER.email);
}

async function movedByOthers({ copy }: Checkout, there: string, remote: string): Promise<VcsError> {
  const { url, branch } = pushPlace(copy.settings);
  const [newest] = await copy.missing(remote, there, 1);
  const info = await copy.commitInfo(newest ?? there);
  const words = info ? `${info.author_name}: ${info.summary}` : there;
  return new VcsError(
    "refused",
    `The branch ${branch} of ${withoutCredentials(url)} was changed by somebody else (${words}). Loquat does not overwrite it. Merge that branch or delete it, then push again.`,
    "",
    { kind: "moved", words },
  );
}

async function pushedHeads(repositoryId: number): Promise<readonly string[]> {
  const row = await db.one(sql`select ${pick(r, "pushedHeads")} from ${r} where ${r.id} = ${repositoryId}`);
  return row?.pushedHeads ?? [];
}

async function remember(repositoryId: number, pushedHeads: string[]): Promise<void> {
  await db.run(sql`update ${r} set ${assigned(r, { pushedHeads })} where ${r.id} = ${repositoryId}`);
}

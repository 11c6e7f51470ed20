import { repositories } from "@/lib/generated/tables";
import { assigned, pick } from "@/lib/platform/columns";
import { db, sql } from "@/lib/platform/database";
import { pushesToSource, pushPlace, VcsError } from "@/lib/platform/vcs/vcs";
import { withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { type Checkout, COMMITTER } from "../../working-copy/working-copy";

const r = repositories.as("r");

/**
 * Which commit may stand where ours goes. Our commits are made anew whenever upstream moves, so a branch of our own holds
 * earlier versions of them: those are replaced, and nothing that anybody else has pushed.
 */

/**
 * Pushes our branch; false when what stands there already is the same on the same upstream.
 * @param remote upstream as it was fetched last
 * @param prepare gives the commit that is pushed in place of our branch, which has the same files
 * @throws VcsError rejected when somebody was faster; refused
 */
export async function pushBranch(checkout: Checkout, remote: string, prepare: () => Promise<string>): Promise<boolean> {
  const { copy, driver, repository } = checkout;
  const head = await copy.head();
  if (pushesToSource(copy.settings)) {
    const commit = await prepare();
    await copy.push(commit, driver.forcePush ? remote : undefined);
    if (commit !== head) await copy.resetTo(commit);
    return true;
  }
  const there = await copy.pushedHead();
  const ours = await pushedHeads(repository.id);
  if (there !== null) {
    if (!(await mayReplace(checkout, there, remote, ours))) throw await movedByOthers(checkout, there, remote);
    const same = (await copy.treeId(there)) === (await copy.treeId(head)) && (await copy.contains(there, remote));
    if (same) return false;
  }
  // Our branch stays as it is: its commits are carried over one by one until upstream has them.
  const commit = await prepare();
  // Before as well as after: whoever is killed between the push and the row knows the branch again.
  await rememberPushed(repository.id, [...ours.filter((sha) => sha === there), commit]);
  await copy.push(commit, there);
  await rememberPushed(repository.id, [commit]);
  return true;
}

/** Whether all that stands there is of upstream or of us. */
async function mayReplace(
  { copy }: Checkout,
  there: string,
  remote: string,
  ours: readonly string[],
): Promise<boolean> {
  const head = await copy.head();
  if (ours.includes(there) || (await copy.contains(head, there))) return true;
  if (ours.length > 0) return false;
  // Nothing was remembered yet: commits of ours bear our name.
  return (await copy.committers([remote, head], there)).every((email) => email === COMMITTER.email);
}

async function movedByOthers({ copy }: Checkout, there: string, remote: string): Promise<VcsError> {
  const { url, branch } = pushPlace(copy.settings);
  const [newest] = await copy.missing(remote, there, 1);
  const info = await copy.commitInfo(newest ?? there);
  const words = info ? `${info.author_name}: ${info.summary}` : there;
  return new VcsError("refused", refusal("vcsMoved", { branch, place: withoutCredentials(url), who: words }), "", {
    kind: "moved",
    words,
  });
}

async function pushedHeads(repositoryId: number): Promise<readonly string[]> {
  const row = await db.one(sql`select ${pick(r, "pushedHeads")} from ${r} where ${r.id} = ${repositoryId}`);
  return row?.pushedHeads ?? [];
}

/** Writes down what stands where we push to. */
export async function rememberPushed(repositoryId: number, pushedHeads: string[]): Promise<void> {
  await db.run(sql`update ${r} set ${assigned(r, { pushedHeads })} where ${r.id} = ${repositoryId}`);
}

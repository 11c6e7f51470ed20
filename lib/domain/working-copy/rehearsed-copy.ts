import { randomUUID } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder } from "@/lib/platform/environment";
import { makeScratch } from "@/lib/platform/vcs/git-scratch";
import { pushesToSource, VcsError, type WorkingCopy } from "@/lib/platform/vcs/vcs";
import { viewOf } from "@/lib/platform/vcs/view";
import { refusal } from "@/lib/text/messages/refusal";
import { Failed } from "../errors";
import { type Checkout, seeOwnFiles } from "./working-copy";

/** What a rehearsed operation did to the remote, and what it saw of it. */
export interface RehearsedRemote {
  /** Head of upstream's branch, as it was fetched or as it was known; null where there is no remote. */
  upstream: string | null;
  /** Whether upstream was fetched. */
  fetched: boolean;
  /** Head of the branch that we push to, where that is another one; undefined where nobody looked at it. */
  pushBranch: string | null | undefined;
  /** What would be pushed, newest last: the commit, and what stands there now. */
  pushes: { commit: string; onto: string | null }[];
}

/**
 * Runs work on a copy of a working copy that is thrown away. The remote is looked at once, and what is pushed goes
 * nowhere; the work sees it as pushed.
 */
export async function withRehearsedCopy<T>(
  checkout: Checkout,
  work: (rehearsed: Checkout, remote: RehearsedRemote) => Promise<T>,
): Promise<T> {
  const { driver, repository } = checkout;
  const all = dataFolder("rehearsals");
  // Only who holds the repository rehearses: what is there was left by one who died.
  for (const left of await readdir(all))
    if (left.startsWith(`${repository.id}-`)) await rm(join(all, left), { recursive: true, force: true });
  const folder = join(all, `${repository.id}-${randomUUID()}`);
  try {
    await makeScratch(checkout.copy.folder, folder);
    const plain = await driver.open(folder, checkout.copy.settings);
    if (!plain) throw new Failed(refusal("workingCopyCould"));
    const remote: RehearsedRemote = {
      upstream: await plain.remoteHead(),
      fetched: false,
      pushBranch: undefined,
      pushes: [],
    };
    const copy = await seeOwnFiles(repository.id, withoutRemote(plain, remote));
    return await work({ ...checkout, copy }, remote);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(`${folder}.squash`, { recursive: true, force: true });
  }
}

/** A copy that fetches once and pushes to nobody. */
function withoutRemote(copy: WorkingCopy, remote: RehearsedRemote): WorkingCopy {
  let fetched: Promise<string | null> | undefined;
  return viewOf(copy, {
    async fetch(progress) {
      fetched ??= copy.fetch(progress);
      const head = await fetched;
      // What was pushed since stands there now.
      if (remote.pushes.length > 0) return copy.remoteHead();
      Object.assign(remote, { upstream: head, fetched: true });
      return head;
    },
    async pushedHead(settings) {
      const last = remote.pushes.at(-1);
      if (last) return last.commit;
      if (remote.pushBranch === undefined) remote.pushBranch = await copy.pushedHead(settings);
      return remote.pushBranch;
    },
    async push(commit = "HEAD", lease, settings = copy.settings) {
      const [head, source] = [await copy.head(), pushesToSource(settings)];
      const pushed = commit === "HEAD" ? head : commit;
      const onto = source ? await copy.remoteHead() : (remote.pushBranch ?? null);
      if (source && lease === undefined && onto !== null && !(await copy.contains(pushed, onto)))
        throw new VcsError("rejected", refusal("vcsFaster"));
      remote.pushes.push({ commit: pushed, onto });
      if (source) await copy.standAt(head, pushed);
    },
  });
}

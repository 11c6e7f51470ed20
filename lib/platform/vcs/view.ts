import type { CommitDraft, Person, RemoteSettings, WorkingCopy } from "./vcs";

/** A working copy seen otherwise: what a view does itself, and the copy for all else. */
export function viewOf(copy: WorkingCopy, own: Partial<WorkingCopy>): WorkingCopy {
  return {
    folder: copy.folder,
    settings: copy.settings,
    head: () => copy.head(),
    fetch: (progress) => copy.fetch(progress),
    remoteHead: () => copy.remoteHead(),
    tree: (commit) => copy.tree(commit),
    read: (blob, path) => copy.read(blob, path),
    bring: (blobs) => copy.bring(blobs),
    checkOut: (masks) => copy.checkOut(masks),
    complete: () => copy.complete(),
    deepen: () => copy.deepen(),
    commit: (files, message, author, committer) => copy.commit(files, message, author, committer),
    commitAll: (drafts, committer) =>
      own.commit ? commitOneByOne(own.commit, drafts, committer) : copy.commitAll(drafts, committer),
    resetTo: (commit) => copy.resetTo(commit),
    has: (commit) => copy.has(commit),
    standAt: (head, remote) => copy.standAt(head, remote),
    writeBundle: (file, known) => copy.writeBundle(file, known),
    readBundle: (file) => copy.readBundle(file),
    carryOver: (commit, committer) => copy.carryOver(commit, committer),
    merge: (commit, message, committer, decided) => copy.merge(commit, message, committer, decided),
    pushedHead: (settings) => copy.pushedHead(settings),
    push: (commit, lease, settings) => copy.push(commit, lease, settings),
    leave: () => copy.leave(),
    squasher: () => copy.squasher(),
    cleanup: () => copy.cleanup(),
    treeId: (commit) => copy.treeId(commit),
    contains: (head, commit) => copy.contains(head, commit),
    committers: (from, to) => copy.committers(from, to),
    missing: (from, to, limit) => copy.missing(from, to, limit),
    commitInfo: (commit) => copy.commitInfo(commit),
    changesOf: (path, from, to, limit) => copy.changesOf(path, from, to, limit),
    status: () => copy.status(),
    ...own,
  };
}

/** Several commits in a row by what makes one. */
async function commitOneByOne(
  commit: WorkingCopy["commit"],
  drafts: readonly CommitDraft[],
  committer: Person,
): Promise<(string | null)[]> {
  const made: (string | null)[] = [];
  for (const { files, message, author } of drafts) made.push(await commit(files, message, author, committer));
  return made;
}

/** A working copy whose pushes go elsewhere. */
export function pushingTo(
  copy: WorkingCopy,
  place: Pick<RemoteSettings, "push" | "pushBranch" | "pushRef" | "ssh">,
): WorkingCopy {
  const settings = { ...copy.settings, ...place };
  return viewOf(copy, {
    settings,
    pushedHead: () => copy.pushedHead(settings),
    push: (commit, lease) => copy.push(commit, lease, settings),
  });
}

import type { FormatError } from "@/lib/text/formats/kernel/format";
import type { Refusal } from "@/lib/text/messages/refusal";
import { carry, type Sentence, worded } from "@/lib/text/messages/worded";

/** What every version control driver can do. A driver knows one working copy on disk and one remote, nothing of who asks. */

/** One file of a commit. */
export interface TreeFile {
  path: string;
  /** Content id; equal ids mean equal bytes. */
  blob: string;
  /** Whether it has the mode of a program. */
  executable?: true;
  /** Why a catalogue, which should pass as a file for each of its languages, cannot. */
  wrong?: FormatError;
}

export interface CommitInfo {
  revision: string;
  shortrevision: string;
  author: string;
  author_name: string;
  author_email: string;
  authordate: string;
  commit: string;
  commit_name: string;
  commit_email: string;
  commitdate: string;
  message: string;
  summary: string;
}

export interface Person {
  name: string;
  email: string;
}

/** Who we are for servers. */
export interface RemoteAccess {
  /** How SSH servers are met; without it, as the account of this machine meets them. */
  ssh?: SshAccess;
  /** Accounts at HTTP servers, for addresses that have none. */
  http?: HttpAccess;
}

/** Where a working copy fetches from and pushes to; what is empty of the latter is as for the former. */
export interface RemoteSettings extends RemoteAccess {
  url: string;
  branch: string;
  push: string;
  pushBranch: string;
  /** Whole name of what is pushed to and looked at in place of a branch. */
  pushRef?: string;
  /** Private key that our commits are signed with: in OpenSSH's format, or as `openpgp.ts` has it. */
  signingKey?: string;
  /** Where the history that we take of another system begins, null before the first time, and how that is kept. */
  anchor?: { known: string | null; keep(anchor: string): Promise<void> };
}

/** Who we are for SSH servers, and which of them are known. */
export interface SshAccess {
  /** What we sign in with: the private key in OpenSSH's format, the public one as a line of authorized_keys. */
  key: { private: string; public: string };
  /** True when nothing but this key may be shown, not even keys of the account that Loquat runs as. */
  alone: boolean;
  /** Keys of a server (`type base64`); none when it was never met. */
  known(host: string): Promise<string[]>;
  /** Takes the keys that a server which was never met has shown. */
  pin(host: string, keys: readonly string[]): Promise<void>;
}

/** Accounts at HTTP servers. */
export interface HttpAccess {
  /** The account for an address that has none of its own. */
  accountAt(address: string): Promise<{ place: string; username: string; password: string } | undefined>;
}

/** What is pushed to. */
export function pushPlace(
  settings: RemoteSettings,
): Pick<RemoteSettings, "url" | "branch"> & RemoteAccess & { ref: string } {
  const { url, branch, push, pushBranch, pushRef, ssh, http } = settings;
  const goal = pushBranch || branch;
  return { url: push || url, branch: goal, ref: pushRef ?? `refs/heads/${goal}`, ssh, http };
}

/** Whether what is pushed to is the branch that is fetched, in the same repository. */
export function pushesToSource(settings: RemoteSettings): boolean {
  const { url, branch } = pushPlace(settings);
  return url === settings.url && branch === settings.branch;
}

/** Stage and percent of a long operation. */
export type Progress = (stage: string, percent: number) => void;

/** Why the remote could not be used. */
export type RemoteProblem =
  | "not-found"
  | "authentication"
  | "unknown-host"
  | "changed-host"
  | "unknown-branch"
  | "empty"
  | "refused"
  | "rejected"
  | "not-allowed"
  | "too-large"
  | "unreachable";

/** Why a remote did not take a push, for people who mend it. */
export interface PushRefusal {
  kind: "protected-branch" | "credentials" | "quota" | "non-fast-forward" | "hook" | "moved" | "other";
  /** What the remote said itself. */
  words: string;
}

/** The remote did not do its part. The message is a sentence for a person and holds no credentials. */
export class VcsError extends Error {
  override readonly name = "VcsError";
  /** What it says, for readers of other languages; none where the text comes from elsewhere. */
  declare readonly said?: Refusal;
  constructor(
    readonly problem: RemoteProblem | "conflict" | "broken",
    sentence: Sentence,
    /** Output of the version control system, without credentials and progress lines. */
    readonly output = "",
    readonly refusal?: PushRefusal,
  ) {
    const { message, said } = worded(sentence);
    super(message);
    carry(this, said);
  }
}

/** One commit that the remote does not have. */
export interface UnpushedCommit {
  sha: string;
  author: Person;
  message: string;
  paths: string[];
  isMerge: boolean;
}

/** A commit to be made: files with their new content, null for those that go. */
export interface CommitDraft {
  files: readonly { path: string; content: Uint8Array | null }[];
  message: string;
  author: Person;
}

/** A commit to be made of others. */
export interface SquashGroup {
  message: string;
  author: Person;
}

/** Makes other commits of unpushed ones. The branch stays as it is; what is made is given back. */
export interface Squasher {
  /** Commits of `head` that `base` lacks, oldest first, at most `limit`. */
  commits(base: string, head: string, limit: number): Promise<UnpushedCommit[]>;
  /** One commit per group of files, each as `head` has them. Undefined when the files would not be those of `head`. */
  byPaths(
    base: string,
    head: string,
    groups: readonly (SquashGroup & { paths: readonly string[] | "rest" })[],
    committer: Person,
  ): Promise<string | undefined>;
  /** One commit per group of commits. Undefined when they do not fit in this order. */
  byCommits(
    base: string,
    head: string,
    groups: readonly (SquashGroup & { commits: readonly string[] })[],
    committer: Person,
  ): Promise<string | undefined>;
}

/** A checked-out copy of a remote, only ever used by the holder of its repository's lease. */
export interface WorkingCopy {
  readonly folder: string;
  readonly settings: RemoteSettings;
  /** Full id of our branch's head. */
  head(): Promise<string>;
  /** Fetches the remote branch and gives its head; null when the driver has no remote. */
  fetch(progress?: Progress): Promise<string | null>;
  /** Head of the remote branch as fetched last; null when there is none. */
  remoteHead(): Promise<string | null>;
  /** Ordinary files of a commit; symbolic links and submodules are left out. */
  tree(commit: string): Promise<TreeFile[]>;
  /** Content by blob id; with the path it is taken from the checked-out file when that is the same. */
  read(blob: string, path?: string): Promise<Uint8Array>;
  /** Fetches contents that are missing here, in one go; a copy may hold only what was asked for. @throws VcsError */
  bring(blobs: readonly string[]): Promise<void>;
  /**
   * Says which files are wanted on disk: paths in which `*` stands for any run without a slash. Where all are there it
   * does nothing, nor is it asked.
   * @throws VcsError
   */
  checkOut(masks: () => Promise<readonly string[]>): Promise<void>;
  /** Fetches all that was left out of the history and of the files. @throws VcsError */
  complete(): Promise<void>;
  /** Fetches what was left out of the history. @throws VcsError */
  deepen(): Promise<void>;
  /** Writes files and commits them; null content removes. Gives the new head, or null when nothing differs. */
  commit(
    files: readonly { path: string; content: Uint8Array | null }[],
    message: string,
    author: Person,
    committer: Person,
  ): Promise<string | null>;
  /** The same for several commits in a row; gives what `commit` gives for each. When one fails, those before it may be made. */
  commitAll(drafts: readonly CommitDraft[], committer: Person): Promise<(string | null)[]>;
  /** Moves our branch and the files to a commit, throwing away what differs. */
  resetTo(commit: string): Promise<void>;
  /** Whether a commit is in this copy. */
  has(commit: string): Promise<boolean>;
  /** Puts our branch, with its files, and the branch as fetched last where another copy left them. */
  standAt(head: string, remote: string | null): Promise<void>;
  /** Writes the commits of our branch that none of the `known` ones have into a file; false when there are none. */
  writeBundle(file: string, known: readonly string[]): Promise<boolean>;
  /** Takes in the commits of such a file; false when commits are missing that it builds on. */
  readBundle(file: string): Promise<boolean>;
  /** Carries one commit over onto our branch. @throws VcsError conflict, the branch as it was */
  carryOver(commit: string, committer: Person): Promise<string>;
  /**
   * Merges a commit that our branch lacks; `decided` gives content for paths that are ours to decide, null for none.
   * @throws VcsError conflict; broken when git cannot merge at all, as histories without a common commit. The branch is
   * as it was then
   */
  merge(
    commit: string,
    message: string,
    committer: Person,
    decided: readonly { path: string; content: Uint8Array | null }[],
  ): Promise<string>;
  /**
   * Head of the branch that we push to, as it is now, where that is not the branch that we fetch; null when there is none.
   * @param settings in place of the copy's own
   * @throws VcsError
   */
  pushedHead(settings?: RemoteSettings): Promise<string | null>;
  /**
   * Pushes our branch, or another commit in its place.
   * @param lease what must stand there and is replaced, null for nothing; without it the push only goes forward
   * @param settings in place of the copy's own
   * @throws VcsError rejected when something else stands there
   */
  push(commit?: string, lease?: string | null, settings?: RemoteSettings): Promise<void>;
  /**
   * Asks the other side whether it would take a push of our branch, and writes nothing there. Left out where that cannot be
   * asked. What its hooks or its protection of branches say is only told by a push.
   * @throws VcsError
   */
  tryPush?(settings: RemoteSettings): Promise<void>;
  squasher(): Squasher;
  /** To be called when the work is done: whoever opens the copy next need not put it in order. */
  leave(): Promise<void>;
  /** Removes untracked files and stale branches. */
  cleanup(): Promise<void>;
  /** Content id of all files of a commit together. */
  treeId(commit: string): Promise<string>;
  /** Whether the history of `head` has the commit; false as well when the commit is not here. */
  contains(head: string, commit: string): Promise<boolean>;
  /** E-mail addresses of those who committed what `to` has and none of `from`. */
  committers(from: readonly string[], to: string): Promise<string[]>;
  /** Commits of `to` that `from` lacks, newest first, at most `limit`; all of them where there is no `from`. */
  missing(from: string | null, to: string, limit: number): Promise<string[]>;
  commitInfo(commit: string): Promise<CommitInfo | null>;
  /** Commits of `to` that `from` lacks and that changed a file, newest first, at most `limit`; of all where there is no `from`. */
  changesOf(path: string, from: string | null, to: string, limit: number): Promise<string[]>;
  /** Status for people, as the tool prints it of a copy that nothing lies about in. */
  status(): Promise<string>;
}

export interface VcsDriver {
  /** Value of `vcs`. */
  id: string;
  name: string;
  hasRemote: boolean;
  /** True when a push needs a push address. */
  needsPushUrl: boolean;
  forcePush: boolean;
  /** Whether what is pushed comes back as other commits, so that ours are always made again on top of upstream. */
  rebuilds?: boolean;
  /** A sentence what to install where the program is missing. */
  missing?(): Promise<Refusal | undefined>;
  /** Asks the remote for its branches. @throws VcsError */
  probe(url: string, branch: string, access?: RemoteAccess): Promise<{ branch: string; branches: string[] }>;
  /** Makes a working copy in `folder`, which must not exist or be empty. @throws VcsError */
  clone(folder: string, settings: RemoteSettings, progress?: Progress): Promise<WorkingCopy>;
  /** Opens a working copy; undefined when there is none or it is broken. Leftovers of a killed process are cleared away. */
  open(folder: string, settings: RemoteSettings): Promise<WorkingCopy | undefined>;
}

import { resolve, sep } from "node:path";
import { refusal } from "@/lib/text/messages/refusal";
import { cleanOutput } from "./addresses";
import { blobId } from "./blob-id";
import { readBundle, writeBundle } from "./git-bundle";
import { explain, identity, tool } from "./git-command";
import { type CopyState, leaveInOrder } from "./git-folder";
import { GitHistory } from "./git-history";
import { type ImportPlan, importCommits, planImport } from "./git-import";
import { addFiles, beginMerge, removeFiles, unmergedFiles } from "./git-index";
import { demandFetched, readBlob, readOrdinaryFile } from "./git-limits";
import { GitOrigin, lacksObject } from "./git-origin";
import { fetchPushed, pushCommit } from "./git-push";
import { dropOtherBranches, readBranches } from "./git-references";
import { gitSquasher } from "./git-squash";
import { statusOf } from "./git-status";
import { GitTrees, HASH } from "./git-trees";
import { signCommit, signing } from "./signing";
import {
  type CommitDraft,
  type CommitInfo,
  type Person,
  type Progress,
  pushesToSource,
  type RemoteSettings,
  type Squasher,
  type TreeFile,
  VcsError,
  type WorkingCopy,
} from "./vcs";
import { writeInside } from "./write-inside";

/**
 * Git working copies. Addresses and branches come from people and are given after `--`; symbolic links are checked out
 * as plain files.
 */

/** A working copy in a folder. */
export class GitCopy implements WorkingCopy {
  // Whoever has the copy is the only one who moves its branches, so each is read once until it moves: a pull would
  // otherwise start a third more processes.
  private knownHead?: string;
  private knownRemote?: string | null;
  private readonly trees = new GitTrees();
  private readonly history: GitHistory;
  private readonly origin: GitOrigin;
  /** Whether nothing was fetched yet. */
  private isNew: boolean;
  /** Whether there may be files that belong to no commit of ours. */
  private littered: boolean;
  /** The commit that the files and the index are known to be of. */
  private filesAt?: string;
  /** Whether the branch has moved on without the files: whoever needs them brings them there, once for many commits. */
  private behind = false;

  /** @param state of the folder: whether nothing was fetched yet, and whether it is a partial copy */
  constructor(
    readonly folder: string,
    readonly settings: RemoteSettings,
    private readonly remote: boolean,
    { isNew = false, isPartial = false } = {},
  ) {
    this.history = new GitHistory(folder);
    this.origin = new GitOrigin(folder, settings, isPartial);
    this.isNew = isNew;
    this.littered = !isNew;
  }

  private git(env?: Record<string, string>): ReturnType<typeof tool> {
    return tool(this.folder, { env });
  }

  /** Makes a commit, which is signed where the settings have a key for that. */
  private async signed<Value>(
    env: Record<string, string>,
    work: (options: { env: Record<string, string>; config: readonly string[] }) => Promise<Value>,
  ): Promise<Value> {
    const { signingKey } = this.settings;
    const head = async () => (signingKey === undefined ? "" : (await this.git().raw("rev-parse", "HEAD")).trim());
    const before = await head();
    const done = await signing(signingKey, (config) => work({ env, config }));
    const made = await head();
    const signed = made === before ? made : await signCommit(this.folder, signingKey, made);
    if (signed !== made) await this.git().raw("update-ref", "HEAD", signed, made);
    return done;
  }

  private get tracking(): string {
    return `refs/remotes/origin/${this.settings.branch}`;
  }

  async head(): Promise<string> {
    if (this.knownHead === undefined) await this.readBranches();
    // A branch that is not there yet, or none at all.
    this.knownHead ??= (await this.git().raw("rev-parse", "--verify", "HEAD^{commit}")).trim();
    return this.knownHead;
  }

  async remoteHead(): Promise<string | null> {
    if (!this.remote) return null;
    if (this.knownRemote === undefined) await this.readBranches();
    return this.knownRemote ?? null;
  }

  /** Where our branch and the remote one stand, of which whoever asks for one soon wants the other. */
  private async readBranches(): Promise<void> {
    const { head, remote } = await readBranches(this.folder, this.remote ? this.tracking : undefined);
    this.knownHead = head;
    this.knownRemote = remote;
  }

  /** To be called before files of the copy are written. */
  private unsettle(): void {
    this.littered = true;
    this.filesAt = undefined;
  }

  /** To be called before a command that may move a branch, whether it succeeds or not. */
  private forgetBranches(): void {
    this.knownHead = undefined;
    this.knownRemote = undefined;
  }

  async fetch(progress?: Progress): Promise<string | null> {
    if (!this.remote) return null;
    const before = this.isNew ? null : await this.remoteHead();
    this.knownRemote = undefined;
    try {
      if (this.isNew) await this.origin.begin(this.tracking, progress);
      else await this.origin.fetch(this.tracking, progress);
      this.isNew = false;
    } catch (error) {
      throw explain(error, this.settings);
    }
    try {
      const fetched = await this.remoteHead();
      const listed = await demandFetched(this.folder, this.tracking, before, fetched, this.origin.isPartial);
      if (before !== null && fetched !== null && before !== fetched) {
        await this.origin.relate(before, fetched);
        // Whoever fetches soon asks how the two are related, and what ours has to do with them.
        await this.history.missing(before, fetched, 1);
      }
      if (fetched !== null && listed !== undefined) this.trees.read(fetched, listed);
      return fetched;
    } catch (error) {
      this.knownRemote = undefined;
      throw error;
    }
  }

  async tree(name: string): Promise<TreeFile[]> {
    const commit = name === "HEAD" ? await this.head() : name;
    const known = this.trees.of(commit);
    if (known) return [...known];
    const listed = await this.git().raw("ls-tree", "-r", "-z", "--full-tree", commit);
    return [...this.trees.read(commit, listed)];
  }

  async read(blob: string, path?: string): Promise<Uint8Array> {
    const local = path === undefined ? undefined : await this.checkedOut(path);
    if (local && blobId(local) === blob) return local;
    try {
      return await readBlob(this.folder, blob);
    } catch (error) {
      if (!lacksObject(error)) throw error;
    }
    await this.origin.bring([blob]);
    return readBlob(this.folder, blob);
  }

  bring(blobs: readonly string[]): Promise<void> {
    return this.origin.bring(blobs);
  }

  async checkOut(masks: () => Promise<readonly string[]>): Promise<void> {
    if (!this.origin.isPartial || !(await this.origin.choose(await masks()))) return;
    this.filesAt = undefined;
    await this.resetTo(await this.head());
  }

  async complete(): Promise<void> {
    if (!this.origin.isPartial) return;
    await this.origin.complete();
    this.filesAt = undefined;
    await this.resetTo(await this.head());
  }

  /** Bytes of a checked-out file; undefined when there is none, or something else than a file on the way to it. */
  private async checkedOut(path: string): Promise<Uint8Array | undefined> {
    const target = resolve(this.folder, path);
    return target.startsWith(resolve(this.folder) + sep) ? readOrdinaryFile(target) : undefined;
  }

  async commit(
    files: CommitDraft["files"],
    message: string,
    author: Person,
    committer: Person,
  ): Promise<string | null> {
    const [made] = await this.commitAll([{ files, message, author }], committer);
    return made ?? null;
  }

  /** One commit by `git commit`, which signs it where that is wanted and takes new files. */
  private async commitFiles({ files, message, author }: CommitDraft, committer: Person): Promise<string | null> {
    await this.catchUp();
    for (const file of files) await this.write(file);
    const git = this.git();
    const { isPartial, anywhere } = this.origin;
    const all = files.map((file) => file.path);
    await addFiles(git, isPartial ? pathsOf(files, true) : all, ["--all", ...anywhere]);
    // What is not checked out is not missed on disk.
    if (isPartial) await removeFiles(git, pathsOf(files, false), anywhere);
    this.littered = false;
    const before = await this.head();
    this.forgetBranches();
    // simple-git takes an exit without an error for a success, and so does git end that has nothing to commit.
    await this.signed(identity(author, committer), (own) =>
      tool(this.folder, own).raw(
        ...["commit", "--no-verify", "--quiet", "--cleanup=whitespace", "--allow-empty-message", "-m", message],
      ),
    );
    const made = await this.head();
    if (made !== before) return made;
    if ((await git.raw("diff", "--cached", "--name-only", "-z", "HEAD", "--")) !== "")
      throw new VcsError("broken", refusal("vcsGitCommit"));
    return null;
  }

  async commitAll(drafts: readonly CommitDraft[], committer: Person): Promise<(string | null)[]> {
    const signs = this.settings.signingKey !== undefined;
    const plan = signs ? undefined : planImport(await this.tree("HEAD"), drafts);
    if (plan) return this.importAll(plan, committer);
    const made: (string | null)[] = [];
    for (const draft of drafts) made.push(await this.commitFiles(draft, committer));
    return made;
  }

  private async importAll({ commits, after }: ImportPlan, committer: Person): Promise<(string | null)[]> {
    const wanted = commits.filter((commit) => commit !== null);
    if (wanted.length === 0) return commits.map(() => null);
    const from = await this.head();
    this.knownHead = undefined;
    const made = await importCommits(this.folder, this.settings.branch, from, wanted, committer);
    const last = made.at(-1) as string;
    this.knownHead = last;
    this.behind = true;
    this.trees.keep(last, after);
    return commits.map((commit) => (commit === null ? null : (made.shift() ?? null)));
  }

  private async write({ path, content }: CommitDraft["files"][number]): Promise<void> {
    this.unsettle();
    await writeInside(this.folder, path, content);
  }

  /** Brings the files and the index to the head where only the branch has moved. */
  private async catchUp(): Promise<void> {
    if (this.behind) await this.resetTo(await this.head());
  }

  async resetTo(commit: string): Promise<void> {
    if (!this.littered && commit === this.knownHead && commit === this.filesAt) return;
    const git = this.git();
    this.filesAt = undefined;
    if (commit !== "HEAD") this.knownHead = undefined;
    const words = ["reset", "--hard", "--quiet", commit, "--"];
    try {
      await git.raw(...words);
    } catch (error) {
      if (!lacksObject(error)) throw error;
      await this.origin.bringChosen(await this.tree(commit));
      // Links are no files of ours; git fetches them itself.
      await this.origin.reaching().raw(...words);
    }
    if (HASH.test(commit)) this.knownHead = commit;
    this.filesAt = HASH.test(commit) ? commit : undefined;
    this.behind = false;
    if (!this.littered) return;
    await git.raw("clean", "-ffdx", "--quiet");
    this.littered = false;
  }

  /** Goes on with a copy that was left in order. */
  goOn({ files, head, remote }: CopyState): void {
    this.littered = false;
    this.filesAt = files;
    this.knownHead = head;
    this.knownRemote = remote;
    this.behind = head !== files;
  }

  async leave(): Promise<void> {
    if (this.filesAt === undefined || this.littered) return;
    const [head, remote] = [await this.head(), await this.remoteHead()];
    await leaveInOrder(this.folder, { files: this.filesAt, head, remote });
  }

  async has(commit: string): Promise<boolean> {
    return commit === this.knownHead || commit === this.knownRemote || this.history.has(commit);
  }

  async standAt(head: string, remote: string | null): Promise<void> {
    await this.resetTo(head);
    if (remote === null) return;
    this.knownRemote = undefined;
    await this.git().raw("update-ref", this.tracking, remote);
  }

  async writeBundle(file: string, known: readonly string[]): Promise<boolean> {
    return this.origin.whenMissing((git) => writeBundle(git, file, known));
  }

  async readBundle(file: string): Promise<boolean> {
    return this.origin.whenMissing((git) => readBundle(git, file));
  }

  deepen(): Promise<void> {
    return this.origin.deepen();
  }

  async carryOver(commit: string, committer: Person): Promise<string> {
    await this.catchUp();
    const before = await this.head();
    this.forgetBranches();
    this.unsettle();
    try {
      await this.signed(identity(committer, committer), (own) =>
        this.origin.reaching(own).raw("cherry-pick", "--allow-empty", "--keep-redundant-commits", commit),
      );
    } catch (error) {
      await this.restore(before, "cherry-pick");
      if (error instanceof VcsError) throw error;
      throw new VcsError(
        "conflict",
        refusal("vcsApply", { commit: commit.slice(0, 10) }),
        cleanOutput((error as Error).message),
      );
    }
    return this.head();
  }

  async merge(
    commit: string,
    message: string,
    committer: Person,
    decided: readonly { path: string; content: Uint8Array | null }[],
  ): Promise<string> {
    await this.catchUp();
    const before = await this.head();
    this.forgetBranches();
    this.unsettle();
    const env = identity(committer, committer);
    const git = this.git(env);
    try {
      const output = await beginMerge(this.folder, this.origin.reaching({ env }), commit);
      for (const file of decided) await this.write(file);
      await addFiles(git, pathsOf(decided, true), this.origin.anywhere);
      await removeFiles(git, pathsOf(decided, false), this.origin.anywhere);
      const unmerged = await unmergedFiles(this.folder);
      if (unmerged.length > 0)
        throw new VcsError("conflict", refusal("vcsUnmerged", { names: unmerged.slice(0, 20).join(", ") }), output);
      await this.signed(identity(committer, committer), (own) =>
        tool(this.folder, own).raw("commit", "--no-verify", "--quiet", "--allow-empty", "-m", message),
      );
    } catch (error) {
      this.forgetBranches();
      await this.restore(before, "merge");
      throw error instanceof VcsError
        ? error
        : new VcsError("conflict", refusal("vcsMerge"), cleanOutput((error as Error).message));
    }
    return this.head();
  }

  private async restore(commit: string, operation: "merge" | "cherry-pick"): Promise<void> {
    await this.git()
      .raw(operation, "--abort")
      .catch(() => {});
    await this.resetTo(commit);
  }

  squasher(): Squasher {
    return gitSquasher(this.folder, this.origin, this.settings.signingKey);
  }

  async pushedHead(settings = this.settings): Promise<string | null> {
    const known = [await this.head(), await this.remoteHead()].filter((commit) => commit !== null);
    return fetchPushed(this.folder, this.origin, settings, known);
  }

  async tryPush(settings: RemoteSettings): Promise<void> {
    await pushCommit(this.folder, settings, "HEAD", undefined, true);
  }

  async push(commit = "HEAD", lease?: string | null, settings = this.settings): Promise<void> {
    try {
      await pushCommit(this.folder, settings, commit, lease);
    } catch (error) {
      // Where the other side has nothing of ours yet, it needs all.
      if (!this.origin.isPartial || !(error instanceof VcsError && needsAll(error))) throw error;
      await this.origin.complete();
      await pushCommit(this.folder, settings, commit, lease);
    }
    if (!pushesToSource(settings)) return;
    this.knownRemote = undefined;
    await this.git().raw("update-ref", this.tracking, commit);
    if (HASH.test(commit)) this.knownRemote = commit;
  }

  async cleanup(): Promise<void> {
    await this.catchUp();
    const git = this.git();
    this.forgetBranches();
    await git.raw("clean", "-ffdx", "--quiet");
    this.littered = false;
    await dropOtherBranches(git, this.settings.branch, this.tracking);
  }

  contains(head: string, commit: string): Promise<boolean> {
    return this.history.contains(head, commit);
  }

  committers(from: readonly string[], to: string): Promise<string[]> {
    return this.history.committers(from, to);
  }

  treeId(commit: string): Promise<string> {
    return this.history.treeId(commit);
  }

  missing(from: string | null, to: string, limit: number): Promise<string[]> {
    return this.history.missing(from, to, limit);
  }

  commitInfo(commit: string): Promise<CommitInfo | null> {
    return this.history.commitInfo(commit);
  }

  changesOf(path: string, from: string | null, to: string, limit: number): Promise<string[]> {
    return this.history.changesOf(path, from, to, limit);
  }

  status(): Promise<string> {
    const inOrder = this.filesAt !== undefined && !this.littered;
    return statusOf(this.folder, this.settings.branch, { inOrder, catchUp: () => this.catchUp() });
  }
}

/** Whether a push failed because a part of what it takes is not in this copy. */
const needsAll = (error: VcsError): boolean =>
  /from promisor remote|lazy fetching disabled|shallow update not allowed/.test(`${error.message}\n${error.output}`);

/** Paths of files that have a content, or of those that go. */
const pathsOf = (files: CommitDraft["files"], there: boolean): string[] =>
  files.filter(({ content }) => (content !== null) === there).map(({ path }) => path);

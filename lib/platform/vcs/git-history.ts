import { hasCommit } from "./git-bundle";
import { tool } from "./git-command";
import { RecentlyUsed } from "./recently-used";
import type { CommitInfo } from "./vcs";

/**
 * What the commits of a repository say. A commit never changes, so what is known of it is kept: a pull or push would
 * otherwise ask git the same of the same commits at each of its steps, and starting git takes longer than its answer.
 */

/** A whole name of a commit, which always stands for the same files. */
const HASH = /^[0-9a-f]{40,64}$/;

/** Characters of answers that are kept. */
const MOST = 4_000_000;

/** How many commits are listed at least, with all that is known of them: the next questions are about the same ones. */
const LISTED = 1000;

interface Listed {
  /** Commits, newest first, and the e-mail addresses of those who committed them. */
  commits: readonly (readonly [sha: string, email: string])[];
  /** Whether these are all. */
  complete: boolean;
}

interface Commit {
  info: CommitInfo;
  tree: string;
  /** None as well where the history of the copy was cut off here. */
  parents: readonly string[];
}

const FIELDS = ["%H", "%h", "%an <%ae>", "%an", "%ae", "%aI", "%cn <%ce>", "%cn", "%ce", "%cI", "%T", "%P", "%B"];

/** Commits by their ids, of all repositories. */
const known = new RecentlyUsed<Commit>(MOST);

export class GitHistory {
  private readonly lists = new RecentlyUsed<Listed>(MOST);
  /** Commits that this copy is known to have. */
  private readonly present = new Set<string>();

  constructor(private readonly folder: string) {}

  /** See `WorkingCopy`. */
  async has(commit: string): Promise<boolean> {
    if (this.present.has(commit)) return true;
    const has = await hasCommit(this.folder, commit);
    if (has && HASH.test(commit)) this.present.add(commit);
    return has;
  }

  /** See `WorkingCopy`. */
  async missing(from: string | null, to: string, limit: number): Promise<string[]> {
    const { commits } = await this.list(from === null ? [] : [from], to, limit);
    return commits.slice(0, limit).map(([sha]) => sha);
  }

  /** See `WorkingCopy`. */
  async contains(head: string, commit: string): Promise<boolean> {
    try {
      return (await this.missing(head, commit, 1)).length === 0;
    } catch (error) {
      if (/bad (object|revision)/.test((error as Error).message)) return false;
      throw error;
    }
  }

  /** See `WorkingCopy`. */
  async committers(from: readonly string[], to: string): Promise<string[]> {
    const { commits } = await this.list(from, to, Number.POSITIVE_INFINITY);
    return [...new Set(commits.map(([, email]) => email).filter(Boolean))];
  }

  /** See `WorkingCopy`. */
  async commitInfo(commit: string): Promise<CommitInfo | null> {
    return (await this.describe(commit).catch(() => undefined))?.info ?? null;
  }

  /** See `WorkingCopy`. */
  async treeId(commit: string): Promise<string> {
    const { tree } = await this.describe(commit);
    return tree;
  }

  /** See `WorkingCopy`. */
  async changesOf(path: string, from: string | null, to: string, limit: number): Promise<string[]> {
    const without = from === null ? [] : [`^${from}`];
    const said = await this.log(`--max-count=${limit}`, "--format=%H", to, ...without, "--", `:(literal)${path}`);
    return said.split("\n").filter(Boolean);
  }

  private async list(from: readonly string[], to: string, limit: number): Promise<Listed> {
    const without = [...new Set(from)].map((commit) => `^${commit}`);
    if (from.includes(to)) return NONE;
    const key = [to, ...without].join(" ");
    const told = this.lists.get(key) ?? (from.length === 1 ? fromKnown(from[0] as string, to) : undefined);
    if (told && (told.complete || told.commits.length >= limit)) return told;
    let listed = await this.listWhole([to, ...without], LISTED);
    if (!listed.complete && limit > LISTED) listed = await this.listShort([to, ...without], limit);
    if ([to, ...from].every((commit) => HASH.test(commit)))
      this.lists.set(key, listed, listed.commits.length * 80 + key.length);
    return listed;
  }

  private async listWhole(range: readonly string[], most: number): Promise<Listed> {
    const said = await this.log("-z", `--max-count=${most}`, `--format=${FIELDS.join("%x00")}`, ...range, "--");
    const parts = said.split("\0");
    const commits: [string, string][] = [];
    for (let at = 0; at + FIELDS.length <= parts.length; at += FIELDS.length) {
      const { info } = this.keep(parts.slice(at, at + FIELDS.length));
      commits.push([info.revision, parts[at + 8] as string]);
    }
    return { commits, complete: commits.length < most };
  }

  private async listShort(range: readonly string[], most: number): Promise<Listed> {
    const count = Number.isFinite(most) ? [`--max-count=${most}`] : [];
    const said = await this.log(...count, "--format=%H %ce", ...range, "--");
    const commits = said
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);
    return { commits, complete: commits.length < most };
  }

  private async describe(commit: string): Promise<Commit> {
    const told = known.get(commit);
    if (told) return told;
    const said = await this.log("-z", "-1", `--format=${FIELDS.join("%x00")}`, commit, "--");
    const parts = said.split("\0");
    if (parts.length < FIELDS.length) throw new Error("Git says nothing of this commit.");
    return this.keep(parts);
  }

  private log(...words: string[]): Promise<string> {
    return tool(this.folder).raw("log", "--no-show-signature", ...words);
  }

  private keep(printed: readonly string[]): Commit {
    // A piece of a string keeps the whole of it in memory.
    const fields = printed.map((field) => Buffer.from(field).toString());
    const commit = read(fields);
    const { revision } = commit.info;
    this.present.add(revision);
    known.set(
      revision,
      commit,
      fields.reduce((sum, field) => sum + field.length, 0),
    );
    return commit;
  }
}

const NONE: Listed = { commits: [], complete: true };

/** What `to` has and `from` lacks, where known commits tell it. */
function fromKnown(from: string, to: string): Listed | undefined {
  if (isBehind(from, to)) return NONE;
  const others = lineOf(from);
  const commits: [string, string][] = [];
  for (const [sha, commit] of lineOf(to)) {
    if (others.has(sha)) return { commits, complete: true };
    if (commit) commits.push([sha, commit.info.commit_email]);
  }
  return undefined;
}

/** Whether known commits lead from one back to another. */
function isBehind(from: string, earlier: string): boolean {
  const reached = new Set([from]);
  for (const at of reached) {
    if (at === earlier) return true;
    if (reached.size <= LISTED) for (const parent of known.get(at)?.parents ?? []) reached.add(parent);
  }
  return false;
}

/**
 * A commit and those behind it, as far as they are known and have one parent each: a commit with two has more behind it
 * than a line. The last one is told by its id alone.
 */
function lineOf(from: string): Map<string, Commit | undefined> {
  const line = new Map<string, Commit | undefined>();
  for (let at: string | undefined = from; at !== undefined && line.size <= LISTED; ) {
    const commit = known.get(at);
    const passed: Commit | undefined = commit?.parents.length === 1 ? commit : undefined;
    line.set(at, passed);
    at = passed?.parents[0];
  }
  return line;
}

/** A time of git as ours are written; as it is, where git could not read it either. */
function inUtc(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toISOString().replace(".000Z", "Z");
}

function read(fields: readonly string[]): Commit {
  const at = (index: number) => fields[index] ?? "";
  const message = at(12).trim();
  return {
    tree: at(10),
    parents: at(11).split(" ").filter(Boolean),
    info: {
      revision: at(0),
      shortrevision: at(1),
      author: at(2),
      author_name: at(3),
      author_email: at(4),
      authordate: inUtc(at(5)),
      commit: at(6),
      commit_name: at(7),
      commit_email: at(8),
      commitdate: inUtc(at(9)),
      message,
      summary: message.split("\n")[0] ?? "",
    },
  };
}

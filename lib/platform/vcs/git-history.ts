import { tool } from "./git-command";
import { RecentlyUsed } from "./recently-used";
import type { CommitInfo } from "./vcs";

/**
 * What the commits of a repository say. A commit never changes, so each question is put to git once while a copy is
 * held: a push would otherwise ask the same of the same commits at each of its steps.
 */

/** A whole name of a commit, which always stands for the same files. */
const HASH = /^[0-9a-f]{40,64}$/;

/** Characters of answers that are kept. */
const MOST = 4_000_000;

/** How many commits are listed at least: the next question about them is often how many there are. */
const LISTED = 1000;

interface Listed {
  /** Commits, newest first, and the e-mail addresses of those who committed them. */
  commits: readonly (readonly [sha: string, email: string])[];
  /** Whether these are all. */
  complete: boolean;
}

const FORMAT = ["%H", "%h", "%an <%ae>", "%an", "%ae", "%aI", "%cn <%ce>", "%cn", "%ce", "%cI", "%T", "%B"].join(
  "%x00",
);

export class GitHistory {
  private readonly lists = new RecentlyUsed<Listed>(MOST);
  private readonly described = new RecentlyUsed<{ info: CommitInfo; tree: string }>(MOST);

  constructor(private readonly folder: string) {}

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
    const said = await tool(this.folder).raw(
      "log",
      "--no-show-signature",
      `--max-count=${limit}`,
      "--format=%H",
      to,
      ...without,
      "--",
      `:(literal)${path}`,
    );
    return said.split("\n").filter(Boolean);
  }

  private async list(from: readonly string[], to: string, limit: number): Promise<Listed> {
    const without = [...new Set(from)].map((commit) => `^${commit}`);
    if (from.includes(to)) return { commits: [], complete: true };
    const key = [to, ...without].join(" ");
    const known = this.lists.get(key);
    if (known && (known.complete || known.commits.length >= limit)) return known;
    const most = Math.max(limit, LISTED);
    const count = Number.isFinite(most) ? [`--max-count=${most}`] : [];
    const said = await tool(this.folder).raw(
      "log",
      "--no-show-signature",
      ...count,
      "--format=%H %ce",
      to,
      ...without,
      "--",
    );
    const commits = said
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const);
    const listed = { commits, complete: commits.length < most };
    if ([to, ...from].every((commit) => HASH.test(commit))) this.lists.set(key, listed, said.length + key.length);
    return listed;
  }

  private async describe(commit: string): Promise<{ info: CommitInfo; tree: string }> {
    const known = this.described.get(commit);
    if (known) return known;
    const text = await tool(this.folder).raw("log", "-1", "--no-show-signature", `--format=${FORMAT}`, commit, "--");
    const described = read(text);
    if (HASH.test(commit)) this.described.set(commit, described, text.length);
    return described;
  }
}

function read(text: string): { info: CommitInfo; tree: string } {
  const part = text.split("\0");
  const at = (index: number) => part[index] ?? "";
  if (part.length < 12) throw new Error("Git says nothing of this commit.");
  const message = at(11).trim();
  return {
    tree: at(10),
    info: {
      revision: at(0),
      shortrevision: at(1),
      author: at(2),
      author_name: at(3),
      author_email: at(4),
      authordate: at(5),
      commit: at(6),
      commit_name: at(7),
      commit_email: at(8),
      commitdate: at(9),
      message,
      summary: message.split("\n")[0] ?? "",
    },
  };
}

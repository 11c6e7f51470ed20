import { RecentlyUsed } from "./recently-used";
import type { TreeFile } from "./vcs";

/** Files that are kept of all copies: the next who opens one lists the same commit. */
const MOST_FILES = 50_000;

const listings = new RecentlyUsed<readonly TreeFile[]>(MOST_FILES);

/** Lists of files that one copy keeps: those of both sides of a merge and of their base. */
const MOST_TREES = 3;

/** A whole name of a commit, which always stands for the same files. */
export const HASH = /^[0-9a-f]{40,64}$/;

/** The files of a few commits, so that nobody lists them twice in a row. */
export class GitTrees {
  private readonly trees = new Map<string, readonly TreeFile[]>();

  of(commit: string): readonly TreeFile[] | undefined {
    return this.trees.get(commit) ?? listings.get(commit);
  }

  /** Keeps the files of a listing by `git ls-tree -r -z`, with or without sizes: links and submodules are none. */
  read(commit: string, listed: string): readonly TreeFile[] {
    const files = listed.split("\0").flatMap((line) => {
      const match = /^(\d{6}) blob ([0-9a-f]{40,64})(?: +\d+)?\t(.+)$/s.exec(line);
      // 120000 is a symbolic link, 160000 a submodule.
      if (!match?.[1]?.startsWith("100")) return [];
      const file = { path: match[3] as string, blob: match[2] as string };
      return [match[1] === "100755" ? { ...file, executable: true as const } : file];
    });
    this.keep(commit, files);
    return files;
  }

  keep(commit: string, files: readonly TreeFile[]): void {
    if (!HASH.test(commit)) return;
    if (this.trees.size >= MOST_TREES) this.trees.delete(this.trees.keys().next().value as string);
    this.trees.set(commit, files);
    listings.set(commit, files, files.length + 1);
  }
}

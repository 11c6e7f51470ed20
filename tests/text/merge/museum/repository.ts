import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";

/** What a museum needs of a repository: its merges, what they changed on both sides, and the bytes of files. */

const MOST = 1_000_000_000;

export interface Merge {
  commit: string;
  base: string;
  ours: string;
  theirs: string;
}

/** A file that was changed on both sides of a merge, by blob ids. */
export interface Disputed {
  path: string;
  base: string;
  ours: string;
  theirs: string;
}

export class Repository {
  private reader: ChildProcessWithoutNullStreams | undefined;
  private held = Buffer.alloc(0);

  constructor(private readonly folder: string) {}

  private git(...parameters: string[]): string {
    return execFileSync("git", [`--git-dir=${this.folder}`, ...parameters], {
      encoding: "utf8",
      maxBuffer: MOST,
      stdio: ["ignore", "pipe", "ignore"],
    });
  }

  /** Merges of two histories, oldest first, of all branches: all, or those from one to another by their numbers. */
  merges(from = 1, to?: number): Merge[] {
    const lines = this.git("rev-list", "--merges", "--all", "--parents", "--reverse").trim().split("\n");
    return lines.slice(from - 1, to).flatMap((line) => {
      const [commit = "", ours = "", theirs = "", ...others] = line.split(" ");
      return theirs === "" || others.length > 0 ? [] : this.withBase(commit, ours, theirs);
    });
  }

  private withBase(commit: string, ours: string, theirs: string): Merge[] {
    try {
      const base = this.git("merge-base", ours, theirs).trim();
      // One side that has nothing of its own is no dispute.
      return base === ours || base === theirs ? [] : [{ commit, base, ours, theirs }];
    } catch {
      return [];
    }
  }

  /** Commits with one parent of all branches that touch one of these files, oldest first. */
  touching(paths: readonly string[]): { commit: string; parent: string }[] {
    const lines = this.git("log", "--all", "--no-merges", "--reverse", "--format=%H %P", "--", ...paths);
    return lines.split("\n").flatMap((line) => {
      const [commit = "", parent = ""] = line.split(" ");
      return parent ? [{ commit, parent }] : [];
    });
  }

  /** Files that a commit changed and both have, with their blobs. */
  changes(from: string, to: string): Map<string, { before: string; after: string }> {
    const words = this.git("diff-tree", "-r", "-z", "--no-renames", from, to).split("\0");
    const found = new Map<string, { before: string; after: string }>();
    for (let at = 0; at + 1 < words.length; at += 2) {
      const [, mode = "", before = "", after = "", status] = (words[at] ?? "").split(" ");
      if (status === "M" && mode.startsWith("100")) found.set(words[at + 1] ?? "", { before, after });
    }
    return found;
  }

  /** Files that both sides of a merge changed, and not to the same. */
  disputed({ base, ours, theirs }: Merge): Disputed[] {
    const here = this.changes(base, ours);
    if (here.size === 0) return [];
    const there = this.changes(base, theirs);
    return [...here].flatMap(([path, { before, after }]) => {
      const other = there.get(path)?.after;
      return other === undefined || other === after ? [] : [{ path, base: before, ours: after, theirs: other }];
    });
  }

  /** Paths of the files of a commit. */
  paths(commit: string): string[] {
    return this.git("ls-tree", "-r", "-z", "--name-only", commit).split("\0").filter(Boolean);
  }

  /** Commits spread over the whole history, the newest first. */
  landmarks(count: number): string[] {
    const commits = this.git("rev-list", "--first-parent", "--all").trim().split("\n");
    return Array.from({ length: count }, (_, at) => commits[Math.floor((at * (commits.length - 1)) / count)] ?? "");
  }

  /** A blob by `commit:path` or id; undefined when there is none. */
  async read(object: string): Promise<Buffer | undefined> {
    this.reader ??= spawn("git", [`--git-dir=${this.folder}`, "cat-file", "--batch"]);
    const { stdin, stdout } = this.reader;
    stdin.write(`${object}\n`);
    const more = async () => {
      const [part] = (await once(stdout, "data")) as [Buffer];
      this.held = Buffer.concat([this.held, part]);
    };
    while (!this.held.includes(10)) await more();
    const end = this.held.indexOf(10);
    const [, type, size = "0"] = this.held.subarray(0, end).toString().split(" ");
    if (type !== "blob") {
      this.held = this.held.subarray(end + 1);
      return undefined;
    }
    const stop = end + 1 + Number(size);
    while (this.held.length < stop + 1) await more();
    const content = Buffer.from(this.held.subarray(end + 1, stop));
    this.held = this.held.subarray(stop + 1);
    return content;
  }

  close(): void {
    this.reader?.kill();
  }
}

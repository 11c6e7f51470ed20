import { rm } from "node:fs/promises";
import { identity, tool } from "./git-command";
import type { GitOrigin } from "./git-origin";
import { isOpenpgpKey } from "./openpgp";
import { signCommit, signing } from "./signing";
import type { Person, Squasher, SquashGroup, UnpushedCommit } from "./vcs";

/**
 * Making other commits of those that are not pushed yet. It happens in a second work tree without files, so that the
 * branch and the checked-out files stay as they are whatever comes.
 */

type Git = ReturnType<typeof tool>;

const FIELD = "\u001f";
const COMMIT = "\u001e";
/** Paths in one call; the length of a command line is bounded. */
const CHUNK = 100;

/** The squasher of the working copy in a folder, which may be a partial one; commits are signed with the key. */
export function gitSquasher(folder: string, origin: GitOrigin, signingKey?: string): Squasher {
  const side = `${folder}.squash`;

  async function inSideTree<T>(base: string, work: (git: Git) => Promise<T>): Promise<T> {
    const main = tool(folder);
    const clear = async () => {
      await rm(side, { recursive: true, force: true });
      await main.raw("worktree", "prune");
    };
    await clear();
    try {
      await main.raw("worktree", "add", "--quiet", "--detach", "--no-checkout", side, base);
      return await work(tool(side));
    } finally {
      await clear();
    }
  }

  /** Commits the index of the side tree on top of `parent`; the parent itself when nothing differs. */
  async function commitIndex(git: Git, parent: string, group: SquashGroup, committer: Person): Promise<string> {
    // A partial copy does not have what is in the files that nobody changed.
    const tree = (await git.raw("write-tree", "--missing-ok")).trim();
    if (tree === (await treeOf(git, parent))) return parent;
    const env = identity(group.author, committer);
    // `git commit-tree` signs nothing because of settings alone.
    const sign = signingKey === undefined || isOpenpgpKey(signingKey) ? [] : ["-S"];
    const made = await signing(signingKey, (config) =>
      tool(side, { env, config }).raw("commit-tree", tree, "-p", parent, ...sign, "-m", group.message),
    );
    return signCommit(side, signingKey, made.trim());
  }

  return {
    async commits(base, head, limit) {
      const format = `${COMMIT}%H${FIELD}%an${FIELD}%ae${FIELD}%P${FIELD}%B${FIELD}`;
      const text = await tool(folder).raw(
        ...[
          "log",
          "--reverse",
          "--no-show-signature",
          "--name-only",
          "--no-renames",
          `--max-count=${limit}`,
          `--format=${format}`,
        ],
        ...["--end-of-options", `${base}..${head}`],
      );
      return text.split(COMMIT).slice(1).map(readCommit);
    },

    byPaths(base, head, groups, committer) {
      return inSideTree(base, async (git) => {
        await git.raw("read-tree", "--reset", base);
        const changes = await changesBetween(git, base, head);
        const left = new Set(changes.keys());
        let parent = base;
        for (const group of groups) {
          const mine = group.paths === "rest" ? [...left] : group.paths.filter((path) => left.has(path));
          for (let at = 0; at < mine.length; at += CHUNK) await stage(git, changes, mine.slice(at, at + CHUNK));
          for (const path of mine) left.delete(path);
          parent = await commitIndex(git, parent, group, committer);
        }
        return (await treeOf(git, parent)) === (await treeOf(git, head)) ? parent : undefined;
      });
    },

    byCommits(base, head, groups, committer) {
      return inSideTree(base, async (git) => {
        const reaching = origin.reaching({}, side);
        await reaching.raw("reset", "--hard", "--quiet", base);
        let parent = base;
        for (const group of groups) {
          for (const sha of group.commits)
            try {
              await reaching.raw("cherry-pick", "--no-commit", "--allow-empty", sha);
            } catch {
              return undefined;
            }
          parent = await commitIndex(git, parent, group, committer);
          await reaching.raw("reset", "--hard", "--quiet", parent);
        }
        return (await treeOf(git, parent)) === (await treeOf(git, head)) ? parent : undefined;
      });
    },
  };
}

const treeOf = async (git: Git, commit: string) => (await git.raw("rev-parse", `${commit}^{tree}`)).trim();

function readCommit(text: string): UnpushedCommit {
  const [sha = "", name = "", email = "", parents = "", message = "", files = ""] = text.split(FIELD);
  return {
    sha,
    author: { name, email },
    message: message.trim(),
    paths: files.split("\n").filter(Boolean),
    isMerge: parents.includes(" "),
  };
}

/** Path to the mode and blob it has in `head`, null where it is gone. */
async function changesBetween(git: Git, base: string, head: string) {
  const text = await git.raw("diff-tree", "-r", "-z", "--no-renames", base, head);
  const parts = text.split("\0");
  const changes = new Map<string, { mode: string; blob: string } | null>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const match = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(parts[at] ?? "");
    if (match)
      changes.set(parts[at + 1] ?? "", match[3] === "D" ? null : { mode: match[1] ?? "", blob: match[2] ?? "" });
  }
  return changes;
}

async function stage(
  git: Git,
  changes: ReadonlyMap<string, { mode: string; blob: string } | null>,
  paths: readonly string[],
): Promise<void> {
  // A file may have become a folder: what goes away goes first.
  const gone = paths.filter((path) => changes.get(path) === null);
  if (gone.length > 0) await git.raw("update-index", "--force-remove", "--", ...gone);
  const written = paths.flatMap((path) => {
    const change = changes.get(path);
    return change ? ["--cacheinfo", `${change.mode},${change.blob},${path}`] : [];
  });
  if (written.length > 0) await git.raw("update-index", "--add", ...written);
}

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Repositories that live for seconds need no tidying behind every command. */
const NO_CARE = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];

/** Runs git in a folder and gives what it printed. */
export function git(folder: string, ...command: string[]): string {
  return execFileSync("git", ["-C", folder, ...NO_CARE, ...command], {
    encoding: "utf8",
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_AUTHOR_NAME: "Upstream",
      GIT_AUTHOR_EMAIL: "upstream@example.org",
      GIT_COMMITTER_NAME: "Upstream",
      GIT_COMMITTER_EMAIL: "upstream@example.org",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A bare repository on disk and a developer's clone beside it. */
export interface Upstream {
  /** Address for Loquat. */
  url: string;
  /** Commits files on the branch `main` and pushes; null removes a file. */
  commit(files: Record<string, string | Buffer | null>, message?: string): string;
  /** Content of a file at the newest commit of the bare repository. */
  read(path: string): string;
  /** Output of git in the bare repository. */
  git(...command: string[]): string;
}

/** Makes a repository with a first commit of the files given. */
export function makeUpstream(files: Record<string, string | Buffer>): Upstream {
  const root = mkdtempSync(join(tmpdir(), "loquat-upstream-"));
  const bare = join(root, "remote.git");
  const work = join(root, "work");
  mkdirSync(bare);
  mkdirSync(work);
  git(bare, "init", "--quiet", "--bare", "--initial-branch=main");
  appendFileSync(join(bare, "config"), "[receive]\n\tautogc = false\n");
  git(work, "init", "--quiet", "--initial-branch=main");
  git(work, "remote", "add", "origin", bare);
  const upstream: Upstream = {
    url: bare,
    commit(changed, message = "Change files") {
      if (git(bare, "for-each-ref", "refs/heads/main")) {
        git(work, "fetch", "--quiet", "origin", "main");
        git(work, "reset", "--quiet", "--hard", "origin/main");
      }
      for (const [path, content] of Object.entries(changed)) {
        const target = join(work, path);
        if (content === null) git(work, "rm", "--quiet", path);
        else {
          mkdirSync(dirname(target), { recursive: true });
          writeFileSync(target, content);
        }
      }
      git(work, "add", "--all", "--force");
      git(work, "commit", "--quiet", "--allow-empty", "-m", message);
      git(work, "push", "--quiet", "origin", "main");
      return git(work, "rev-parse", "HEAD").trim();
    },
    read: (path) => git(bare, "show", `main:${path}`),
    git: (...command) => git(bare, ...command),
  };
  upstream.commit(files, "Start");
  return upstream;
}

/** Lets the branch `main` begin anew, with these files and no former commit. */
export function replaceHistory(upstream: Upstream, files: Record<string, string | Buffer>): string {
  const fresh = makeUpstream(files);
  upstream.git("fetch", "--quiet", "--force", fresh.url, "main:main");
  return upstream.git("rev-parse", "main").trim();
}

/** A file of the projects made for the tests, as bytes. */
export function projectFile(path: string): Buffer {
  return readFileSync(join(import.meta.dirname, "../fixtures/projects", path));
}

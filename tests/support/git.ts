import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runSmall } from "./small-shell";

/** Repositories that live for seconds need no tidying behind every command. */
const NO_CARE = ["-c", "gc.auto=0", "-c", "maintenance.auto=false"];

/** Runs git in a folder and gives what it printed. */
export const git = (folder: string, ...command: string[]): string => gitBytes(folder, ...command).toString();

/** The same as bytes. */
export function gitBytes(folder: string, ...command: string[]): Buffer {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Upstream",
    GIT_AUTHOR_EMAIL: "upstream@example.org",
    GIT_COMMITTER_NAME: "Upstream",
    GIT_COMMITTER_EMAIL: "upstream@example.org",
  };
  return runSmall({ program: "git", parameters: ["-C", folder, ...NO_CARE, ...command], env });
}

/** A bare repository on disk. */
export interface Upstream {
  /** Address for Loquat. */
  url: string;
  /** Commits files on the branch `main`, as a developer's push would bring them; null removes a file. */
  commit(files: Record<string, string | Buffer | null>, message?: string): string;
  /** The same on top of this very commit; false, with nothing changed, when somebody has pushed since. */
  commitBehind(commit: string, files: Record<string, string | Buffer | null>): boolean;
  /** Content of a file at the newest commit of the bare repository. */
  read(path: string): string;
  /** Output of git in the bare repository. */
  git(...command: string[]): string;
}

/** Makes a repository with a first commit of the files given. */
export function makeUpstream(files: Record<string, string | Buffer>): Upstream {
  const bare = join(mkdtempSync(join(tmpdir(), "loquat-upstream-")), "remote.git");
  // What `git init --bare` writes, without a process.
  mkdirSync(join(bare, "refs", "heads"), { recursive: true });
  mkdirSync(join(bare, "objects"));
  mkdirSync(join(bare, "hooks"));
  writeFileSync(join(bare, "HEAD"), "ref: refs/heads/main\n");
  const config =
    "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n[receive]\n\tautogc = false\n";
  writeFileSync(join(bare, "config"), config);
  const upstream: Upstream = {
    url: bare,
    commit: (changed, message = "Change files") => importCommit(bare, changed, { message }),
    commitBehind: (behind, changed) => {
      const made = importCommit(bare, changed, { message: "Change files", behind });
      try {
        git(bare, "update-ref", MAIN, made, behind);
        return true;
      } catch {
        return false;
      }
    },
    read: (path) => git(bare, "show", `main:${path}`),
    git: (...command) => git(bare, ...command),
  };
  upstream.commit(files, "Start");
  return upstream;
}

const MAIN = "refs/heads/main";

/**
 * Commits by one process, where a clone would take a dozen: on the branch `main`, or on top of a commit with no branch
 * moved. Gives the commit's name.
 */
function importCommit(
  bare: string,
  changed: Record<string, string | Buffer | null>,
  { message, behind }: { message: string; behind?: string },
): string {
  const branch = behind === undefined ? MAIN : "refs/tests/made";
  const data = (content: string | Buffer) => {
    const bytes = Buffer.from(content);
    return [`data ${bytes.length}\n`, bytes, "\n"];
  };
  // Packed or not, the branch is there or it begins.
  const begun = existsSync(join(bare, MAIN)) || refsPacked(bare).includes(` ${MAIN}\n`);
  const input: (string | Buffer)[] = [
    ...["feature done\n", `commit ${branch}\n`, "mark :1\n"],
    `committer Upstream <upstream@example.org> ${Math.floor(Date.now() / 1000)} +0000\n`,
    ...data(`${message}\n`),
    ...(begun ? [`from ${behind ?? `${MAIN}^0`}\n`] : []),
  ];
  for (const [path, content] of Object.entries(changed)) {
    const quoted = `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
    if (content === null) input.push(`ls ${quoted}\n`, `D ${quoted}\n`);
    else input.push(`M 100644 inline ${quoted}\n`, ...data(content));
  }
  input.push("\nget-mark :1\n", "done\n");
  // Without a limit, git would start another process to unpack what there is.
  const settings = [...NO_CARE, "-c", "fastimport.unpackLimit=0"];
  const options = ["--quiet", "--date-format=raw", ...(behind === undefined ? [] : ["--force"])];
  const said = runSmall({
    program: "git",
    parameters: ["-C", bare, ...settings, "fast-import", ...options],
    input: Buffer.concat(input.map((piece) => Buffer.from(piece))),
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null" },
  }).toString();
  const missing = /^missing (.+)$/m.exec(said);
  if (missing) throw new Error(`There is no file ${missing[1]} to remove.`);
  return said.trim().split("\n").at(-1) ?? "";
}

function refsPacked(bare: string): string {
  const file = join(bare, "packed-refs");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
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

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { refusal } from "@/lib/text/messages/refusal";
import { blobId } from "./blob-id";
import { gitHome, tool } from "./git-command";
import { type CommitDraft, type Person, type TreeFile, VcsError } from "./vcs";

/**
 * Several commits made by one process (`git fast-import`) instead of two for each. They change ordinary files that are
 * there already, and only the branch: the files on disk stay as they were.
 */

/** A commit whose files are all there; `executable` names those that have the mode of a program. */
export interface ImportedCommit {
  files: readonly { path: string; content: Uint8Array }[];
  message: string;
  author: Person;
  executable: ReadonlySet<string>;
}

/** `sh` reads the script, as a file may lose its executable bit on its way. */
export const FEED_GIT: [string, string] = ["/bin/sh", resolve("lib/platform/vcs/feed-git.sh")];

/** Bytes of files that may become objects of their own instead of a pack. */
const MOST_LOOSE = 1_000_000;

export interface ImportPlan {
  /** For `importCommits`; null for those that would change nothing. */
  commits: (ImportedCommit | null)[];
  /** Files of the last commit. */
  after: TreeFile[];
}

/**
 * Plans commits for `importCommits`; undefined when git itself has to make them, as files are new or go.
 * @param tree files of the commit that they are put on
 */
export function planImport(tree: readonly TreeFile[], drafts: readonly CommitDraft[]): ImportPlan | undefined {
  if (process.platform === "win32") return undefined;
  const present = new Map(tree.map((file) => [file.path, file.blob]));
  const executable = new Set(tree.filter((file) => file.executable).map((file) => file.path));
  const commits: (ImportedCommit | null)[] = [];
  for (const { files, message, author } of drafts) {
    const changed: { path: string; content: Uint8Array }[] = [];
    for (const { path, content } of files) {
      const before = present.get(path);
      if (before === undefined || content === null) return undefined;
      const blob = blobId(content, before.length === 64 ? "sha256" : "sha1");
      if (blob === before) continue;
      present.set(path, blob);
      changed.push({ path, content });
    }
    commits.push(changed.length === 0 ? null : { files: changed, message, author, executable });
  }
  return { commits, after: tree.map((file) => ({ ...file, blob: present.get(file.path) ?? file.blob })) };
}

/**
 * Puts commits on top of a branch, in their order; gives their ids. The branch moves when all are made, or not at all.
 * @param from the commit at the branch's head
 * @throws VcsError broken when git does not take them
 */
export async function importCommits(
  folder: string,
  branch: string,
  from: string,
  commits: readonly ImportedCommit[],
  committer: Person,
): Promise<string[]> {
  const place = await mkdtemp(join(gitHome(), "import-"));
  const input = join(place, "commits");
  try {
    await writeFile(input, streamOf(branch, from, commits, committer), { mode: 0o600 });
    const size = commits.reduce(
      (sum, { files }) => sum + files.reduce((all, { content }) => all + content.length, 0),
      0,
    );
    // A pack has the differences of a file's versions; apart from each other they would all be compressed whole.
    const config = size > MOST_LOOSE ? ["fastimport.unpackLimit=1"] : [];
    const told = await tool(folder, { config, env: { LOQUAT_GIT_INPUT: input }, program: FEED_GIT }).raw(
      ...["fast-import", "--quiet", "--done", "--date-format=now"],
    );
    const made = told.split("\n").filter(Boolean);
    if (made.length !== commits.length) throw new VcsError("broken", refusal("vcsGitCommits"));
    return made;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

/** What `git fast-import` reads, see its manual. */
function* streamOf(
  branch: string,
  from: string,
  commits: readonly ImportedCommit[],
  committer: Person,
): Generator<string | Uint8Array> {
  for (const [index, { files, message, author, executable }] of commits.entries()) {
    yield `commit refs/heads/${branch}\nmark :${index + 1}\n`;
    yield `author ${ident(author)} now\ncommitter ${ident(committer)} now\n`;
    yield* dataOf(Buffer.from(withoutBlanks(message)));
    if (index === 0) yield `from ${from}\n`;
    for (const { path, content } of files) {
      yield `M ${executable.has(path) ? "100755" : "100644"} inline ${quoted(path)}\n`;
      yield* dataOf(content);
    }
    yield `\nget-mark :${index + 1}\n`;
  }
  yield "done\n";
}

/** Bytes as the stream has them. */
export function* dataOf(content: Uint8Array): Generator<string | Uint8Array> {
  yield `data ${content.length}\n`;
  yield content;
  yield "\n";
}

/** A path as the stream has it: in quotes, with what ends a line or a quote escaped. */
export function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** Name and address of a person, without what `git commit` leaves out of them. */
function ident({ name, email }: Person): string {
  const plain = (text: string) => text.replace(/[<>\n\0]/g, "").replace(/^[\s.,:;"\\']+|[\s.,:;"\\']+$/g, "");
  return `${plain(name)} <${plain(email)}>`;
}

/** A message as `git commit --cleanup=whitespace` keeps it: no blanks at ends of lines, no two empty lines, none around. */
function withoutBlanks(message: string): string {
  const text = message
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
  return text === "" ? "" : `${text}\n`;
}

import { createWriteStream } from "node:fs";
import { lstat, mkdtemp, readFile, rm } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { refusal } from "@/lib/text/messages/refusal";
import { gitHome, tool } from "../git-command";
import { dataOf, FEED_GIT, quoted } from "../git-import";
import { type Person, VcsError } from "../vcs";
import type { Revision, RevisionFiles } from "./foreign";

/**
 * A revision of another system as a git commit. Nothing of it depends on when or where it is made, so every machine gets
 * the same id. Symbolic links and other things that are no files are left out.
 */

const LARGEST_FILE = 256_000_000;

/** Where the commit made last stands, so that it is not lost before a branch holds it. */
const REF = "refs/loquat/foreign";

/**
 * Makes the commit; gives its id.
 * @param parents ids of commits
 * @param files as they lie in the folder
 */
export async function importRevision(
  repository: string,
  revision: Revision,
  parents: readonly string[],
  { folder, whole, changed, removed }: RevisionFiles & { folder: string },
): Promise<string> {
  const place = await mkdtemp(join(gitHome(), "import-"));
  const input = join(place, "commit");
  try {
    const stream = streamOf(revision, parents, { folder, whole, changed, removed });
    await pipeline(Readable.from(stream), createWriteStream(input, { mode: 0o600 }));
    const told = await tool(repository, { env: { LOQUAT_GIT_INPUT: input }, program: FEED_GIT }).raw(
      ...["fast-import", "--quiet", "--force", "--done", "--date-format=raw"],
    );
    const id = told.trim();
    if (!/^[0-9a-f]{40,64}$/.test(id)) throw new VcsError("broken", refusal("vcsGitRevision"));
    return id;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function* streamOf(
  { author, date, message }: Revision,
  parents: readonly string[],
  { folder, whole, changed, removed }: RevisionFiles & { folder: string },
): AsyncGenerator<string | Uint8Array> {
  const who = `${ident(author)} ${date.seconds} ${date.offset}`;
  yield `reset ${REF}\n\ncommit ${REF}\nmark :1\nauthor ${who}\ncommitter ${who}\n`;
  yield* dataOf(Buffer.from(message.replaceAll("\0", "")));
  for (const [at, parent] of parents.entries()) yield `${at === 0 ? "from" : "merge"} ${parent}\n`;
  if (whole) yield "deleteall\n";
  for (const path of [...removed, ...(whole ? [] : changed)]) if (isSound(path)) yield `D ${quoted(path)}\n`;
  const root = resolve(folder) + sep;
  for (const path of [...changed].sort()) {
    const file = resolve(folder, path);
    const found = isSound(path) && file.startsWith(root) ? await lstat(file).catch(() => undefined) : undefined;
    if (!found?.isFile()) continue;
    if (found.size > LARGEST_FILE)
      throw new VcsError("too-large", refusal("vcsLargeFile", { path, size: String(LARGEST_FILE / 1_000_000) }));
    yield `M ${found.mode & 0o100 ? "100755" : "100644"} inline ${quoted(path)}\n`;
    yield* dataOf(await readFile(file));
  }
  yield "\nget-mark :1\ndone\n";
}

/** Whether git can have a file at a path. */
const isSound = (path: string): boolean =>
  path !== "" &&
  !path.includes("\0") &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git");

function ident({ name, email }: Person): string {
  const plain = (text: string) => text.replace(/[<>\r\n\0]/g, "").trim();
  return `${plain(name) || "unknown"} <${plain(email)}>`;
}

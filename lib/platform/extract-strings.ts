import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import { inheritedVariables } from "./environment";

/**
 * The strings of a program's sources, by gettext's `xgettext`: in a folder that holds these files and nothing else, without
 * a shell's interpretation, within bounds of time, memory and size.
 */

/** It went wrong; the message is a sentence for a person. */
export class ExtractionError extends Error {
  override readonly name = "ExtractionError";
}

export interface SourceFile {
  /** In the repository, with slashes. */
  path: string;
  bytes: Uint8Array;
}

const SECONDS = 60;
const MEMORY_KB = 1_048_576;
/** In 512 bytes: 64 MB. */
const LARGEST_OUTPUT = 131_072;

/** Sets the limits and becomes the program; what stands behind it are its arguments as they are. */
const BOUNDED = `ulimit -S -d ${MEMORY_KB} 2>/dev/null; ulimit -S -t ${SECONDS} 2>/dev/null; ulimit -S -f ${LARGEST_OUTPUT} 2>/dev/null; exec "$@"`;

/**
 * The template (POT) that xgettext makes of files, "" where they have no strings.
 * @param options options of xgettext, each in one piece as `--name=value`
 * @throws ExtractionError
 */
export async function extractStrings(files: readonly SourceFile[], options: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loquat-sources-"));
  try {
    const work = join(folder, "sources");
    for (const { path, bytes } of files) await writeInside(work, path, bytes);
    const list = join(folder, "files");
    await writeFile(list, files.map(({ path }) => `${path}\n`).join(""));
    const output = join(folder, "output.pot");
    await run(["--from-code=UTF-8", ...options, `--files-from=${list}`, `--output=${output}`], { cwd: work, folder });
    return await readFile(output, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeInside(work: string, path: string, bytes: Uint8Array): Promise<void> {
  const target = resolve(work, path);
  if (!target.startsWith(work + sep) || /[\r\n\0]/.test(path))
    throw new ExtractionError(`${path} is not a path of a file in the repository.`);
  await mkdir(dirname(target), { recursive: true });
  // A file is made, never followed: the folder is new, and nothing in it is a link.
  await writeFile(target, bytes, { flag: "wx" });
}

function run(given: readonly string[], { cwd, folder }: { cwd: string; folder: string }): Promise<void> {
  const [file, args] =
    process.platform === "win32" ? ["xgettext", given] : ["/bin/sh", ["-c", BOUNDED, "sh", "xgettext", ...given]];
  const own = { HOME: folder, TMPDIR: folder, LC_ALL: "C.UTF-8" };
  const env = Object.assign(inheritedVariables("PATH"), own) as Record<string, string> as NodeJS.ProcessEnv;
  return new Promise((done, fail) => {
    execFile(file, [...args], { cwd, env, timeout: SECONDS * 1000, maxBuffer: 1_000_000 }, (error, _, stderr) => {
      if (!error) return done();
      const told = stderr.replaceAll(`${folder}${sep}`, "").trim().slice(0, 1000);
      if (error.code === 127 || (error.code as unknown) === "ENOENT" || /not found\s*$/.test(told))
        fail(
          new ExtractionError(
            "xgettext is not installed on this machine. Install GNU gettext: apt install gettext, dnf install gettext or brew install gettext.",
          ),
        );
      else if (error.killed || error.signal)
        fail(new ExtractionError(`xgettext needed more than ${SECONDS} seconds or too much memory.`));
      else fail(new ExtractionError(`xgettext could not read the sources: ${told || "it gave no reason."}`));
    });
  });
}

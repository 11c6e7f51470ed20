import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, resolve, sep } from "node:path";
import { inheritedVariables } from "./environment";

/**
 * The strings of a program's sources, by the programs that are made for it: in a folder that holds these files and nothing
 * else, without a shell's interpretation, within bounds of time, memory and size.
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

/** The programs, and how one comes by them. */
const PROGRAMS = {
  xgettext: "GNU gettext: apt install gettext, dnf install gettext or brew install gettext",
  "django-admin": "Django: apt install python3-django gettext, or pip install Django; it needs GNU gettext, too",
  "sphinx-build": "Sphinx: apt install python3-sphinx, or pip install Sphinx",
} as const;

export type Program = keyof typeof PROGRAMS;

const missing = (program: Program): string =>
  `${program} is not installed on this machine. Install ${PROGRAMS[program]}.`;

/** Why a program cannot be run here, as a sentence; undefined where it can. */
export async function missingProgram(program: Program): Promise<string | undefined> {
  const folders = (inheritedVariables("PATH").PATH ?? "").split(delimiter).filter(Boolean);
  const endings = process.platform === "win32" ? [".exe", ".cmd", ".bat"] : [""];
  for (const path of folders.flatMap((folder) => endings.map((ending) => join(folder, program + ending))))
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return undefined;
  return missing(program);
}

/** Sets the limits and becomes the program; what stands behind it are its arguments as they are. */
const BOUNDED = `ulimit -S -d ${MEMORY_KB} 2>/dev/null; ulimit -S -t ${SECONDS} 2>/dev/null; ulimit -S -f ${LARGEST_OUTPUT} 2>/dev/null; exec "$@"`;

/**
 * The template (POT) that xgettext makes of files, "" where they have no strings.
 * @param options options of xgettext, each in one piece as `--name=value`
 * @throws ExtractionError
 */
export function extractStrings(files: readonly SourceFile[], options: readonly string[]): Promise<string> {
  return inFolder(files, async (folder, work) => {
    const list = join(folder, "files");
    await writeFile(list, files.map(({ path }) => `${path}\n`).join(""));
    const output = join(folder, "output.pot");
    const given = ["--from-code=UTF-8", ...options, `--files-from=${list}`, `--output=${output}`];
    await run("xgettext", given, { cwd: work, folder });
    return readIfThere(output);
  });
}

/** Does work beside a folder that holds these files and nothing else. */
async function inFolder<T>(
  files: readonly SourceFile[],
  use: (folder: string, work: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "loquat-sources-"));
  try {
    const work = join(folder, "sources");
    await mkdir(work);
    for (const { path, bytes } of files) await writeInside(work, path, bytes);
    return await use(folder, work);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const readIfThere = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });

async function writeInside(work: string, path: string, bytes: Uint8Array): Promise<void> {
  const target = resolve(work, path);
  if (!target.startsWith(work + sep) || /[\r\n\0]/.test(path))
    throw new ExtractionError(`${path} is not a path of a file in the repository.`);
  await mkdir(dirname(target), { recursive: true });
  // A file is made, never followed: the folder is new, and nothing in it is a link.
  await writeFile(target, bytes, { flag: "wx" });
}

/** Becomes `program` in the folder `cwd`. @throws ExtractionError */
function run(
  program: Program,
  given: readonly string[],
  {
    cwd,
    folder,
    home = folder,
    more = {},
  }: { cwd: string; folder: string; home?: string; more?: Record<string, string> },
): Promise<void> {
  const [file, args] =
    process.platform === "win32" ? [program, given] : ["/bin/sh", ["-c", BOUNDED, "sh", program, ...given]];
  const own = { HOME: home, TMPDIR: folder, LC_ALL: "C.UTF-8", ...more };
  const env = Object.assign(inheritedVariables("PATH"), own) as Record<string, string> as NodeJS.ProcessEnv;
  return new Promise((done, fail) => {
    execFile(
      /*turbopackIgnore: true*/ file,
      [...args],
      { cwd, env, timeout: SECONDS * 1000, maxBuffer: 1_000_000 },
      (error, _, stderr) => {
        if (!error) return done();
        const told = stderr.replaceAll(`${folder}${sep}`, "").trim();
        if (error.code === 127 || (error.code as unknown) === "ENOENT" || /not found\s*$/.test(told))
          fail(new ExtractionError(missing(program)));
        else if (error.killed || error.signal)
          fail(new ExtractionError(`${program} needed more than ${SECONDS} seconds or too much memory.`));
        else fail(new ExtractionError(`${program} could not read the sources: ${reasonIn(told)}`));
      },
    );
  });
}

/** What a program says of its failure; of one in Python, what stands behind the places of its code. */
function reasonIn(told: string): string {
  const lines = told.split("\n");
  const behind = told.includes("Traceback") ? lines.slice(lines.findLastIndex((line) => /^\s/.test(line)) + 1) : lines;
  return behind.join("\n").slice(0, 1000) || "it gave no reason.";
}

/** The template (POT) that Django's `makemessages` makes of an application's files, "" where they have no strings. @throws ExtractionError */
export function djangoStrings(files: readonly SourceFile[], domain: "django" | "djangojs"): Promise<string> {
  return inFolder(files, async (folder, work) => {
    await mkdir(join(work, "locale"), { recursive: true });
    const given = ["makemessages", "--locale=en", "--keep-pot", `--domain=${domain}`, "--verbosity=0"];
    const endings = domain === "django" ? "html,txt,py" : "js";
    await run("django-admin", [...given, `--extension=${endings}`], { cwd: work, folder, ...PYTHON });
    return readIfThere(join(work, "locale", `${domain}.pot`));
  });
}

/**
 * The template (POT) that Sphinx makes of reStructuredText, "" where there is none. The settings are ours, and whatever a
 * document asks for, nothing but these files and Python's own is read.
 * @throws ExtractionError
 */
export function sphinxStrings(files: readonly SourceFile[]): Promise<string> {
  return inFolder(files, async (folder, work) => {
    const [settings, output] = [join(folder, "settings"), join(folder, "output")];
    await mkdir(settings);
    await writeFile(join(settings, "conf.py"), sphinxSettings(folder));
    const given = ["-b", "gettext", "-q", "-E", "-c", settings, "-d", join(folder, "cache"), work, output];
    await run("sphinx-build", given, { cwd: work, folder, ...PYTHON });
    const made = await readIfThere(join(output, "template.pot"));
    return made.replaceAll(/^#: .*$/gm, (line) => line.replaceAll(/(^#: | )(?:\.\.\/)+sources\//g, "$1"));
  });
}

/** A program in Python finds its own packages below the home folder, and leaves nothing behind. */
const PYTHON = { home: homedir(), more: { PYTHONDONTWRITEBYTECODE: "1" } };

const sphinxSettings = (folder: string): string => `import os, sys
gettext_compact = "template"
gettext_uuid = False
root_doc = "index"
_allowed = tuple(
    os.path.join(os.path.realpath(path), "")
    for path in [${JSON.stringify(folder)}, sys.prefix, sys.base_prefix, "/usr/share/zoneinfo", *sys.path]
    if path and os.path.realpath(path) not in (os.sep, os.path.expanduser("~"))
)
def _guard(event, given):
    if event == "open" and not isinstance(given[0], int):
        path = os.path.realpath(os.fsdecode(given[0]))
        if path != os.devnull and not path.startswith(_allowed):
            raise PermissionError("This file is not part of the documentation.")
    elif event in ("socket.connect", "socket.getaddrinfo", "subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
        raise PermissionError("Nothing else is reached.")
sys.addaudithook(_guard)
`;

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, readSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/**
 * Programs that are started by a shell of one megabyte. To start one copies the tables of a process's memory: a worker of
 * a gigabyte takes longer for that than git for its work.
 */

interface Call {
  program: string;
  parameters: readonly string[];
  /** All variables of the program. */
  env: NodeJS.ProcessEnv;
  input?: Uint8Array | string;
}

interface Outcome {
  status: number;
  stdout: Buffer;
  stderr: Buffer;
}

/** Runs one script after the other that it reads the names of, and says how each ended. */
const ONE_BY_ONE = 'exec <"$1" 3>"$2"; while IFS= read -r file; do ( . "$file" ); echo $? >&3; done';

/** The same for scripts beside one another; none stays behind as a job. */
const BESIDE = 'while IFS= read -r file; do ( ( ( . "$file" ); echo "$file $?" ) & ); done';

interface Shell {
  folder: string;
  env: NodeJS.ProcessEnv;
}

let count = 0;
let sync: (Shell & { asks: number; hears: number }) | undefined;
let beside: (Shell & { process: ChildProcess; waiting: Map<string, (status: number) => void> }) | undefined;

const makeFolder = () => mkdtempSync(join(tmpdir(), "loquat-shell-"));
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;

/** Writes the script of a call; gives its name. */
function writeScript(shell: Shell, { program, parameters, env, input }: Call): string {
  const file = join(shell.folder, String(++count));
  const gone = Object.keys(shell.env).filter((name) => env[name] === undefined);
  const set = Object.entries(env).filter(([name, value]) => value !== undefined && shell.env[name] !== value);
  if (input !== undefined) writeFileSync(`${file}.in`, input);
  const words = [program, ...parameters].map(quoted).join(" ");
  writeFileSync(
    file,
    [
      ...gone.map((name) => `unset ${name}\n`),
      ...set.map(([name, value]) => `export ${name}=${quoted(value ?? "")}\n`),
      `exec ${words} <${input === undefined ? "/dev/null" : `${file}.in`} >${file}.out 2>${file}.err\n`,
    ].join(""),
  );
  return file;
}

function outcomeOf(file: string, status: number): Outcome {
  const outcome = { status, stdout: readFileSync(`${file}.out`), stderr: readFileSync(`${file}.err`) };
  for (const end of ["", ".in", ".out", ".err"]) rmSync(file + end, { force: true });
  return outcome;
}

function startSync(): NonNullable<typeof sync> {
  const folder = makeFolder();
  const [asks, hears] = [join(folder, "asks"), join(folder, "hears")];
  execFileSync("mkfifo", [asks, hears]);
  const env = { ...process.env };
  spawn("/bin/sh", ["-c", ONE_BY_ONE, "sh", asks, hears], { env, stdio: "ignore" }).unref();
  // Each of the two waits here until the other has opened it, too; what is left open ends with this process.
  return { folder, env, asks: openSync(asks, "w"), hears: openSync(hears, "r") };
}

/** Runs a program to its end. @throws Error with what it printed, when it ends with another status than 0 */
export function runSmall(call: Call): Buffer {
  sync ??= startSync();
  const file = writeScript(sync, call);
  writeSync(sync.asks, `${file}\n`);
  const said = Buffer.alloc(16);
  const length = readSync(sync.hears, said);
  if (length === 0) throw new Error("The shell of the tests has ended.");
  const { status, stdout, stderr } = outcomeOf(file, Number(said.toString("latin1", 0, length)));
  if (status === 0) return stdout;
  const words = [call.program, ...call.parameters].join(" ");
  throw Object.assign(new Error(`Command failed: ${words}\n${stderr}`), { status, stdout, stderr: String(stderr) });
}

function startBeside(): NonNullable<typeof beside> {
  const env = { ...process.env };
  const shell = spawn("/bin/sh", ["-c", BESIDE], { env, stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<string, (status: number) => void>();
  createInterface(shell.stdout).on("line", (line) => {
    const file = line.slice(0, line.lastIndexOf(" "));
    waiting.get(file)?.(Number(line.slice(file.length)));
    waiting.delete(file);
  });
  shell.unref();
  for (const pipe of [shell.stdin, shell.stdout]) (pipe as unknown as { unref(): void }).unref();
  return { folder: makeFolder(), env, process: shell, waiting };
}

/** Runs a program while this process goes on; gives how it ended, whatever its status. */
export async function runSmallBeside(call: Call): Promise<Outcome> {
  beside ??= startBeside();
  const shell = beside;
  const file = writeScript(shell, call);
  const status = await new Promise<number>((ended) => {
    shell.waiting.set(file, ended);
    shell.process.stdin?.write(`${file}\n`);
  });
  return outcomeOf(file, status);
}

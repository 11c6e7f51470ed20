import { spawn } from "node:child_process";
import { whileWaiting } from "../../waiting";

/**
 * Programs of other version control systems: called without a shell's interpretation, within bounds of time, memory and
 * size, with no variables but those they are given. When a call ends, nothing that it started goes on.
 */

/** The program is not on this machine. */
export class ProgramMissing extends Error {
  override readonly name = "ProgramMissing";
  constructor(readonly program: string) {
    super(`${program} is not installed.`);
  }
}

/** The program said that it failed, or was ended. */
export class ProgramFailed extends Error {
  override readonly name = "ProgramFailed";
}

export interface RunOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  seconds: number;
  /** What it reads from its standard input. */
  input?: string;
}

/** Sets the limits and becomes the program; what stands behind it are its arguments as they are. 2 GB of memory, files of 8 GB. */
const BOUNDED = `ulimit -S -d 2097152 2>/dev/null; ulimit -S -f 16777216 2>/dev/null; exec "$@"`;
const MOST_OUTPUT = 200_000_000;
const MOST_WORDS = 100_000;
/** What a shell ends with that does not find the program. */
const NOT_FOUND = 127;

/** Runs a program and gives what it printed. @throws ProgramMissing; ProgramFailed with what it said */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  return whileWaiting(({ signal }) => call(program, args, options, signal));
}

function call(
  program: string,
  args: readonly string[],
  { cwd, env, seconds, input }: RunOptions,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((done, fail) => {
    // A group of its own, so that its helpers (ssh) end with it.
    const child = spawn("/bin/sh", ["-c", BOUNDED, "sh", program, ...args], {
      cwd,
      env: env as unknown as NodeJS.ProcessEnv,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    let [printed, said, ended] = [0, "", ""];
    const end = (why = "") => {
      ended ||= why;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // All of them have ended.
      }
    };
    const deadline = setTimeout(() => end("block timeout reached"), seconds * 1000);
    const cancel = () => end("cancelled");
    signal?.addEventListener("abort", cancel, { once: true });
    child.stdout.on("data", (piece: Buffer) => {
      printed += piece.length;
      if (printed > MOST_OUTPUT) end("file too large: more output than is read");
      else output.push(piece);
    });
    child.stderr.on("data", (piece: Buffer) => {
      if (said.length < MOST_WORDS) said += piece.toString("utf8");
    });
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
    child.on("error", (error) => fail(new ProgramFailed(error.message)));
    child.on("close", (code) => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", cancel);
      end();
      if (ended) return fail(new ProgramFailed(ended));
      if (code === 0) return done(Buffer.concat(output).toString("utf8"));
      if (code === NOT_FOUND) return fail(new ProgramMissing(program));
      fail(new ProgramFailed(said.trim() || `${program} ended with ${code}.`));
    });
  });
}

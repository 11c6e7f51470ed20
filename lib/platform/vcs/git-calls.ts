import { type SimpleGit, type SimpleGitProgressEvent, simpleGit } from "simple-git";

/** The inner side of the process that runs git: what a call is, and how simple-git makes it. */

/** A call of git, as plain data. */
export interface GitCall {
  folder: string;
  words: readonly string[];
  /** Whether the output is wanted as bytes. */
  bytes: boolean;
  config: readonly string[];
  /** All variables that git has. */
  env: Record<string, string>;
  /** Names of variables that simple-git would refuse. */
  allowed: readonly string[];
  /** What runs instead of `git`: a program and its first parameter. */
  program?: [string, string];
  /** How long git may stay silent, in milliseconds. */
  block: number;
  /** Ends the call when git prints more. */
  mostBytes?: number;
  /** Whether stages and percents are wanted. */
  progress: boolean;
}

/** A call, or the wish to end one. */
export type GitCallMessage = { id: number; call: GitCall } | { id: number; end: true };

/** Progress as often as git tells of it, then one of the others. */
export type GitAnswer =
  | { id: number; kind: "progress"; stage: string; percent: number }
  | { id: number; kind: "done"; output: string | Uint8Array }
  | { id: number; kind: "failed"; message: string; tooMuch: boolean };

/** Makes calls as they come, side by side. */
export function serveGitCalls(): void {
  if (!process.send) throw new Error("This program can only be started by Loquat.");
  // Whoever asked has gone, or ends in its own time.
  process.on("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  const running = new Map<number, AbortController>();
  process.on("message", async (received) => {
    const message = received as GitCallMessage;
    const { id } = message;
    if ("end" in message) return running.get(id)?.abort();
    const { call } = message;
    const tell = (answer: GitAnswer) => process.send?.(answer);
    const [end, tooMuch] = [new AbortController(), new AbortController()];
    running.set(id, end);
    tooMuch.signal.addEventListener("abort", () => end.abort());
    try {
      const git = simpleGitFor(call, { end, tooMuch }, (stage, percent) =>
        tell({ id, kind: "progress", stage, percent }),
      );
      const output = call.bytes ? await git.showBuffer([...call.words]) : await git.raw(...call.words);
      tell({ id, kind: "done", output });
    } catch (error) {
      tell({ id, kind: "failed", message: (error as Error).message, tooMuch: tooMuch.signal.aborted });
    } finally {
      running.delete(id);
    }
  });
}

function simpleGitFor(
  { folder, config, env, allowed, program, block, mostBytes, progress }: GitCall,
  { end, tooMuch }: { end: AbortController; tooMuch: AbortController },
  tell: (stage: string, percent: number) => void,
): SimpleGit {
  const git = simpleGit({
    baseDir: folder,
    binary: program ?? "git",
    config: [...config],
    timeout: { block },
    allowEnvironment: [...allowed],
    abort: end.signal,
    unsafe: {
      allowUnsafeConfigPaths: true,
      allowUnsafeSshCommand: true,
      allowUnsafeHooksPath: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeCredentialHelper: true,
      allowUnsafeFsMonitor: true,
      allowUnsafePack: true,
      allowUnsafeConfigEnvCount: true,
      allowUnsafeCustomBinary: true,
    },
    progress: progress ? ({ stage, progress }: SimpleGitProgressEvent) => tell(stage, progress) : undefined,
  } as Parameters<typeof simpleGit>[0]);
  const watch = (command: string, output: NodeJS.ReadableStream) => {
    endSilence(command, output);
    if (mostBytes !== undefined) endAfter(output, mostBytes, tooMuch);
  };
  return git.outputHandler(watch).env(env);
}

/**
 * simple-git waits 50 ms behind every command that printed nothing, in case something is still to come. Nothing comes
 * behind the end of its output, and most of our commands say nothing.
 */
function endSilence(_command: string, output: NodeJS.ReadableStream): void {
  output.once("end", () => output.emit("data", Buffer.alloc(0)));
}

function endAfter(output: NodeJS.ReadableStream, bytes: number, end: AbortController): void {
  let printed = 0;
  output.on("data", (piece: Buffer) => {
    printed += piece.length;
    if (printed > bytes) end.abort();
  });
}

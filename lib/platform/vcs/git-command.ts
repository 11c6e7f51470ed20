import { dirname, resolve } from "node:path";
import { secretsOf, withoutCredentials } from "@/lib/text/addresses";
import { type Refusal, refusal } from "@/lib/text/messages/refusal";
import { dataFolder, inheritedVariables } from "../environment";
import { Cancelled } from "../waiting";
import { cleanOutput } from "./addresses";
import { runGit, TooMuchOutput } from "./git-process";
import type { GitRemote } from "./git-remote";
import { NO_SSH, sshCommand } from "./ssh";
import { type Person, type Progress, type RemoteSettings, VcsError } from "./vcs";

/**
 * How git is called, and what it says when it fails: hooks, filters, helpers and the configuration of the machine are
 * switched off, nothing is asked at a terminal, and silence ends the call. No protocol is open but that of the remote
 * which the door has let us through to.
 */

export const CONFIG: readonly string[] = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.symlinks=false",
  "core.autocrlf=false",
  "core.quotePath=false",
  "core.attributesFile=/dev/null",
  "credential.helper=",
  "protocol.allow=never",
  "protocol.ext.allow=never",
  "protocol.file.allow=never",
  "safe.bareRepository=explicit",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "commit.gpgSign=false",
  "advice.detachedHead=false",
  "user.useConfigOnly=false",
  "safe.directory=*",
  "http.followRedirects=false",
  "http.proxy=",
  "http.lowSpeedLimit=100",
  "http.lowSpeedTime=60",
];

/** The home folder that git is given: the person's own, with its settings, is none of its business. */
export const gitHome = (): string => dataFolder("home");

/** git with limits of memory and of file size. `sh` reads the script, as a file may lose its executable bit on its way. */
export const BOUNDED_GIT: [program: string, script: string] | undefined =
  process.platform === "win32" ? undefined : ["/bin/sh", resolve("lib/platform/vcs/bounded-git.sh")];

const ALLOWED = [
  "GIT_TERMINAL_PROMPT",
  "GIT_CONFIG_NOSYSTEM",
  "GIT_CONFIG_GLOBAL",
  "GIT_SSH_COMMAND",
  "GIT_SSH_VARIANT",
  "GIT_ALLOW_PROTOCOL",
  "GIT_CEILING_DIRECTORIES",
  "GIT_NO_LAZY_FETCH",
  "GIT_OVERRIDE_VIRTUAL_HOST",
  "GIT_AUTHOR_NAME",
  "GIT_AUTHOR_EMAIL",
  "GIT_COMMITTER_NAME",
  "GIT_COMMITTER_EMAIL",
  // A password that others would see on the command line; see `GitRemote`.
  "GIT_CONFIG_COUNT",
  "GIT_CONFIG_KEY_0",
  "GIT_CONFIG_VALUE_0",
  // Of `git-remote-call.ts`.
  "LOQUAT_GIT_CALL",
  "LOQUAT_GIT_MEMORY",
  // Of `git-import.ts`.
  "LOQUAT_GIT_INPUT",
];

/** Variables that say whose commit it is. */
export function identity(author: Person, committer: Person): Record<string, string> {
  return {
    GIT_AUTHOR_NAME: author.name,
    GIT_AUTHOR_EMAIL: author.email,
    GIT_COMMITTER_NAME: committer.name,
    GIT_COMMITTER_EMAIL: committer.email,
  };
}

export interface ToolOptions {
  progress?: Progress;
  /** Ends the call. */
  signal?: AbortSignal;
  /** Adds to the few variables that git is given. */
  env?: Record<string, string>;
  /** Settings of git on top of our own. */
  config?: readonly string[];
  /** How long git may stay silent, in milliseconds. */
  block?: number;
  /** The one place this call may go to; none when it is left out. */
  remote?: GitRemote;
  /** Ends the call when git prints more. */
  most?: { bytes: number; end: AbortController };
  /** What runs instead of `git`: a program and its first parameter. */
  program?: [string, string];
}

/** Git in a folder. */
export interface GitTool {
  /** Runs git with these words; gives what it printed. @throws Error with what git printed */
  raw(...words: string[]): Promise<string>;
  /** The same for `git show`, as bytes. */
  showBuffer(words: readonly string[]): Promise<Buffer>;
}

/** Git in a folder, with our settings and no others. */
export function tool(folder: string, options: ToolOptions = {}): GitTool {
  const { remote, most, progress, signal } = options;
  const call = {
    folder,
    config: [...CONFIG, ...(remote?.config ?? []), ...(options.config ?? [])],
    env: environmentFor(folder, { ...options.env, ...remote?.env }),
    allowed: ALLOWED,
    program: options.program,
    block: options.block ?? 120_000,
    mostBytes: most?.bytes,
    progress: progress !== undefined,
  };
  const watched = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof TooMuchOutput) most?.end.abort();
      throw error;
    }
  };
  return {
    raw: (...words) => watched(runGit({ ...call, words, bytes: false }, { progress, signal })),
    showBuffer: (words) => watched(runGit({ ...call, words, bytes: true }, { progress, signal })),
  };
}

/** The variables that git is given, and no other. */
export function environmentFor(folder: string, extra: Record<string, string> = {}): Record<string, string> {
  return {
    ...inheritedVariables("PATH", "SSH_AUTH_SOCK", "SystemRoot", "TEMP"),
    HOME: gitHome(),
    // A folder without a repository is not part of one further up.
    GIT_CEILING_DIRECTORIES: dirname(folder),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_SSH_COMMAND: sshCommand(gitHome()),
    GIT_SSH_VARIANT: "ssh",
    ...extra,
  };
}

/** What ssh tells of the key of a server that is known by another one. */
function changedHost(place: string, output: string): Refusal {
  const print = /SHA256:[A-Za-z0-9+/]{43}/.exec(output)?.[0];
  return print ? refusal("vcsHostChangedTo", { place, print }) : refusal("vcsHostChanged", { place });
}

/** Turns what git printed into an error a person understands. @throws Cancelled when that is why it ended */
export function explain(error: unknown, settings: Pick<RemoteSettings, "url" | "branch" | "ssh">): VcsError {
  if (error instanceof Cancelled) throw error;
  if (error instanceof VcsError) return error;
  const raw = (error as Error).message ?? String(error);
  const output = cleanOutput(raw, secretsOf(settings.url));
  const shown = withoutCredentials(settings.url);
  const says = (pattern: RegExp) => pattern.test(raw);
  if (says(/Remote branch .* not found|couldn't find remote ref/i))
    return new VcsError("unknown-branch", refusal("vcsNoBranch", { place: shown, branch: settings.branch }), output);
  if (says(/cannot run ssh|ssh: (command )?not found/i)) return new VcsError("unreachable", NO_SSH, output);
  if (settings.ssh && says(/Permission denied \([^)]*publickey/i))
    return new VcsError(
      "authentication",
      refusal("vcsNoSshKey", { place: shown, key: settings.ssh.key.public }),
      output,
    );
  if (says(/HOST IDENTIFICATION HAS CHANGED|you have requested strict checking/i))
    return new VcsError("changed-host", changedHost(shown, output), output);
  if (
    says(
      /Authentication failed|could not read (Username|Password)|terminal prompts disabled|Permission denied|publickey|HTTP 401|HTTP 403|error: 403|error: 401/i,
    )
  )
    return new VcsError("authentication", refusal("vcsNoPassword", { place: shown }), output);
  if (says(/out of memory|memory exhausted|file size limit|signal 25|file too large/i))
    return new VcsError("unreachable", refusal("vcsMuchData", { place: shown }), output);
  if (says(/block timeout reached/))
    return new VcsError("unreachable", refusal("vcsNoAnswer", { place: shown }), output);
  if (says(/Host key verification failed/i))
    return new VcsError("unknown-host", refusal("vcsHostKey", { place: shown }), output);
  if (says(/requested URL returned error: 30[1-8]|unable to update url base from redirection/i))
    return new VcsError("unreachable", refusal("vcsRedirects", { place: shown }), output);
  if (
    says(/not found|does not exist|does not appear to be a git repository|No such file|not a git repository|HTTP 404/i)
  )
    return new VcsError("not-found", refusal("vcsNotFound", { place: shown }), output);
  return new VcsError(
    "unreachable",
    refusal("vcsUnreached", { place: shown, why: output.split("\n").at(-1) || refusal("vcsNoWords") }),
    output,
  );
}

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { withoutCredentials } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { type Sentence, sentenceOf } from "@/lib/text/messages/worded";
import { inheritedVariables } from "../../environment";
import { type AdmittedHost, admitRepository, NotAdmitted } from "../../outside/admission";
import { cleanOutput } from "../addresses";
import { explain, gitHome } from "../git-command";
import { openSsh } from "../ssh";
import { type PushRefusal, type RemoteAccess, type RemoteProblem, VcsError } from "../vcs";
import { pinnedPort } from "./pinned-port";
import { pinnedProxy } from "./pinned-proxy";
import { ProgramMissing, run } from "./run";

/**
 * The way of another program to a server: by the same door as git's, to the addresses that were judged, with the same
 * accounts and keys, and with a folder of its own in place of anybody's configuration.
 */

/** Nothing answers there. */
const NO_PROXY = 9;

export interface Door {
  /** What the program is given as the address, without an account. */
  url: string;
  kind: "folder" | "http" | "ssh" | "svn";
  /** Port of this machine where the one proxy is that may be used; it leads nowhere where HTTP is not spoken. */
  proxy: number;
  /** Command for ssh. */
  ssh: string;
  username: string;
  password: string;
  /** For configuration and messages; it goes with the door. */
  folder: string;
  env: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Opens the way.
 * @param folderOf the repository that a path of this machine leads to
 * @param own the protocol that this program alone speaks
 * @throws VcsError
 */
export async function openDoor(
  address: string,
  access: RemoteAccess,
  folderOf: (path: string) => { repository: string; url: string } | undefined,
  own: "svn" | undefined = undefined,
): Promise<Door> {
  let url = "";
  const find = (path: string) => {
    const found = folderOf(path);
    url = found?.url ?? "";
    return found?.repository;
  };
  const pass = await admitRepository(address, find).catch((error: unknown) => {
    if (!(error instanceof NotAdmitted)) throw error;
    throw new VcsError(error.absent ? "not-found" : "not-allowed", sentenceOf(error));
  });
  const folder = await mkdtemp(join(gitHome(), "foreign-"));
  const env = { ...inheritedVariables("PATH"), HOME: folder, TMPDIR: folder, LC_ALL: "C.UTF-8" };
  const plain = { url, proxy: NO_PROXY, ssh: "", username: "", password: "", folder, env };
  const clear = () => rm(folder, { recursive: true, force: true });
  try {
    if (pass.kind === "folder") return { ...plain, kind: "folder", close: clear };
    if (pass.scheme === "git") throw new VcsError("not-allowed", refusal("vcsOnlyGit"));
    if (pass.scheme === "ssh") {
      const { command, leave } = await openSsh(gitHome(), pass, access.ssh);
      const close = async () => {
        await leave();
        await clear();
      };
      return { ...plain, kind: "ssh", url: sshUrl(pass), ssh: command, close };
    }
    const { username, password } = await accountOf(pass, access);
    if (pass.scheme === "svn") {
      if (own !== "svn") throw new VcsError("not-allowed", refusal("vcsOnlySvn"));
      const port = await pinnedPort(pass);
      const close = async () => {
        await port.close();
        await clear();
      };
      return { ...plain, kind: "svn", url: `svn://127.0.0.1:${port.port}${svnPath(pass)}`, username, password, close };
    }
    const proxy = await pinnedProxy(pass);
    const close = async () => {
      await proxy.close();
      await clear();
    };
    return { ...plain, kind: "http", url: httpUrl(pass), proxy: proxy.port, username, password, close };
  } catch (error) {
    await clear();
    throw error;
  }
}

function httpUrl({ url }: AdmittedHost): string {
  const plain = new URL(url);
  Object.assign(plain, { username: "", password: "", hash: "" });
  return plain.href;
}

const svnPath = ({ url }: AdmittedHost): string => new URL(url).pathname;

function sshUrl({ url }: AdmittedHost): string {
  if (/^ssh:/i.test(url)) return url.replace(/#.*$/, "");
  const [, user = "", host = "", path = ""] = /^(?:([^@]*)@)?([^:]+):(.*)$/.exec(url) ?? [];
  return `ssh://${user ? `${user}@` : ""}${host}/${path.replace(/#.*$/, "")}`;
}

async function accountOf({ url }: AdmittedHost, { http }: RemoteAccess) {
  const added = await http?.accountAt(url);
  const plain = new URL(url);
  const account = added ?? { username: decoded(plain.username), password: decoded(plain.password) };
  if (/[\u0000-\u001f\u007f]/.test(account.username + account.password))
    throw new VcsError("not-allowed", refusal("vcsAccountControl"));
  return account;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a program answers to its name; looked at until it does. */
export async function isThere(program: string, known: Set<string>): Promise<boolean> {
  const env = inheritedVariables("PATH") as Record<string, string>;
  // It may be on one PATH, and missing on another.
  const place = `${program} ${env.PATH}`;
  if (known.has(place)) return true;
  try {
    await run(program, ["--version"], { cwd: gitHome(), env: { ...env, HGRCPATH: "" }, seconds: 20 });
    known.add(place);
    return true;
  } catch (error) {
    if (error instanceof ProgramMissing) return false;
    throw new VcsError("broken", refusal("vcsProgram", { program, why: (error as Error).message.slice(0, 500) }));
  }
}

/** What the output of a program means. */
export interface Meaning {
  pattern: RegExp;
  problem: RemoteProblem;
  message: Sentence;
  kind?: PushRefusal["kind"];
}

/** What ssh says when it does not let us through. */
const OF_SSH =
  /Permission denied \([^)]*publickey|HOST IDENTIFICATION HAS CHANGED|you have requested strict checking|Host key verification failed|cannot run ssh|ssh: (?:command )?not found/i;

/** Turns what a program said into an error a person understands. */
export function meant(
  error: unknown,
  { url, branch, ssh }: { url: string; branch: string } & RemoteAccess,
  secrets: readonly string[],
  meanings: readonly Meaning[],
): VcsError {
  if (error instanceof VcsError) return error;
  if (error instanceof ProgramMissing)
    return new VcsError("unreachable", refusal("vcsProgramMissing", { program: error.program }));
  const raw = (error as Error).message;
  const output = cleanOutput(raw, secrets.filter(Boolean));
  const shown = { url: withoutCredentials(url), branch, ssh };
  if (ssh && OF_SSH.test(raw)) return explain(new Error(output), shown);
  if (ssh && /E210002|Connection closed/i.test(raw))
    // Subversion keeps to itself what ssh has said.
    return new VcsError("authentication", refusal("vcsClosed", { place: shown.url, key: ssh.key.public }), output, {
      kind: "credentials",
      words: output,
    });
  const found = meanings.find(({ pattern }) => pattern.test(raw));
  const words = [...output.matchAll(/^remote: ?(.+)$/gm)].map(([, said]) => said).join("\n") || output;
  if (found) return new VcsError(found.problem, found.message, output, found.kind && { kind: found.kind, words });
  return explain(new Error(output), shown);
}

/** Whether something is a folder or a file of this machine. */
export const isHere = (...parts: string[]): boolean => existsSync(join(...parts));

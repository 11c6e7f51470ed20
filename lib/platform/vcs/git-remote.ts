import { accountProblem } from "@/lib/text/addresses";
import { refusal } from "@/lib/text/messages/refusal";
import { sentenceOf } from "@/lib/text/messages/worded";
import { type AdmittedHost, type AdmittedRepository, admitRepository, NotAdmitted } from "../outside/admission";
import { isAddress } from "../outside/networks";
import { openSsh } from "./ssh";
import { type RemoteAccess, VcsError } from "./vcs";

/**
 * How git is bound to the place that the door has let it through to: one protocol, one host at the addresses that were
 * judged, no redirects, no proxy, and nothing that a folder's own configuration or hooks could start.
 */

export interface GitRemote {
  /** What git is given as the address. */
  url: string;
  /** Settings for this call alone. */
  config: string[];
  /** Further variables for this call alone. */
  env: Record<string, string>;
  /** Whether it is a folder of this machine. */
  isFolder: boolean;
  /** What answers a fetch at the other side, when that is not for the server to say. */
  uploadPack?: string;
  /** Options of fetch and ls-remote. */
  reading: string[];
  /** Options of push. */
  writing: string[];
  /** Texts that let somebody in, to be cut out of whatever is printed. */
  secrets: string[];
  /** What the account is for that was added to an address without one. */
  accountOf?: string;
  /** To be called when the call has ended. */
  leave?: () => Promise<void>;
}

/** Goes nowhere at once: no other host may be reached with the port that was asked for. */
const NOWHERE = "255.255.255.255";

/**
 * What binds the other side of a folder, which heeds neither our settings nor our variables. Its hooks, its alternates
 * and its file watcher are commands that it could name.
 */
const OTHER_SIDE =
  "git -c safe.directory=* -c core.hooksPath=/dev/null -c core.alternateRefsCommand=true -c core.fsmonitor=false";
const UPLOAD_PACK = `${OTHER_SIDE} -c uploadpack.allowFilter=true upload-pack --strict`;
const RECEIVE_PACK = `--receive-pack=${OTHER_SIDE} -c receive.denyCurrentBranch=refuse -c receive.autogc=false receive-pack`;

/** Asks the door, and gives what binds git to its answer. @throws VcsError when the address may not be used */
export async function gitRemote(address: string, home: string, access: RemoteAccess = {}): Promise<GitRemote> {
  return bound(await admitted(address), home, access);
}

async function admitted(address: string): Promise<AdmittedRepository> {
  if (/^https?:/i.test(address) && address.includes("?"))
    throw new VcsError("not-allowed", accountProblem(address) ?? refusal("vcsQuestion"));
  try {
    return await admitRepository(address);
  } catch (error) {
    if (error instanceof NotAdmitted) throw new VcsError(error.absent ? "not-found" : "not-allowed", sentenceOf(error));
    throw error;
  }
}

async function bound(pass: AdmittedRepository, home: string, { ssh, http }: RemoteAccess): Promise<GitRemote> {
  if (pass.kind === "folder")
    return {
      ...{ url: pass.path, isFolder: true, ...only("file"), secrets: [] },
      ...{ uploadPack: UPLOAD_PACK, reading: [`--upload-pack=${UPLOAD_PACK}`], writing: [RECEIVE_PACK] },
    };
  if (pass.scheme === "svn") throw new VcsError("not-allowed", refusal("vcsOnlySvn"));
  const { config, env } = only(pass.scheme);
  const added = pass.scheme === "https" || pass.scheme === "http" ? await http?.accountAt(pass.url) : undefined;
  const { url, account, secrets } = withoutPassword(pass, added);
  const plain = {
    url,
    isFolder: false,
    config,
    env: { ...env, ...account },
    reading: [],
    writing: [],
    secrets,
    accountOf: added?.place,
  };
  if (pass.scheme === "ssh") {
    const { command, leave } = await openSsh(home, pass, ssh);
    return { ...plain, env: { ...env, GIT_SSH_COMMAND: command }, leave };
  }
  if (pass.scheme === "git") return { ...plain, ...pinnedDaemon(pass, env) };
  return { ...plain, config: [...config, ...pinnedHttp(pass)] };
}

/**
 * Takes user name and password out of the address, for the command line is there for all accounts to see. git gets them in
 * a variable, for this one server.
 */
function withoutPassword(
  { url, scheme }: AdmittedHost,
  added: { username: string; password: string } | undefined,
): { url: string; account: Record<string, string>; secrets: string[] } {
  const nothing = { account: {}, secrets: [] };
  if (!/^[a-z]+:\/\//i.test(url)) return { url, ...nothing };
  const plain = new URL(url);
  const user = added?.username ?? meant(plain.username);
  const password = added?.password ?? meant(plain.password);
  plain.password = "";
  if (scheme === "ssh") return { url: plain.href, ...nothing };
  plain.username = "";
  if (scheme === "git" || (user === "" && password === "")) return { url: plain.href, ...nothing };
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  return {
    url: plain.href,
    account: {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: `http.${plain.origin}/.extraHeader`,
      GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
    },
    secrets: [password, basic].filter((secret) => secret.length >= 4),
  };
}

function meant(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** One protocol for this call, and for whatever it starts. */
function only(protocol: string): { config: string[]; env: Record<string, string> } {
  return { config: [`protocol.${protocol}.allow=always`], env: { GIT_ALLOW_PROTOCOL: protocol } };
}

const bracketed = (address: string): string => (address.includes(":") ? `[${address}]` : address);

/** A literal IPv6 address is asked of nobody and cannot be named here. */
function pinnedHttp({ host, port, addresses }: AdmittedHost): string[] {
  if (isAddress(host) && host.includes(":")) return [];
  const places = addresses.map(({ address }) => bracketed(address)).join(",");
  return [`http.curloptResolve=${host}:${port}:${places}`, `http.curloptResolve=*:${port}:${NOWHERE}`];
}

/** The protocol knows no such setting: git gets the address for the host, and the host's name for virtual hosts. */
function pinnedDaemon({ url, host, port, addresses }: AdmittedHost, env: Record<string, string>) {
  const place = bracketed(addresses[0]?.address ?? NOWHERE);
  const path = new URL(url).pathname;
  return {
    url: `git://${place}:${port}${path}`,
    env: { ...env, GIT_OVERRIDE_VIRTUAL_HOST: `${bracketed(host)}:${port}` },
  };
}

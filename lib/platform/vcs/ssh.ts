import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { refusal } from "@/lib/text/messages/refusal";
import type { AdmittedHost } from "../outside/admission";
import type { SshAccess } from "./vcs";

/**
 * ssh as git starts it: without the configuration of this machine, bound to the address that was judged, and with the
 * keys of the installation or of a project. Servers are known by the key that they showed first.
 */

/** What a call of git needs for ssh, and what is to be done behind it. */
interface SshCall {
  command: string;
  leave(): Promise<void>;
}

/** Goes nowhere at once. */
const NOWHERE = "255.255.255.255";

export const NO_SSH = refusal("vcsSshMissing");

const FIXED = [
  "BatchMode=yes",
  "ConnectTimeout=20",
  "ProxyCommand=none",
  "ProxyJump=none",
  "PermitLocalCommand=no",
  "ForwardAgent=no",
  "ClearAllForwardings=yes",
  "HashKnownHosts=no",
  "UpdateHostKeys=no",
];

/** Keys of the account that Loquat runs as; naming one of ours would hide them. */
const ACCOUNT_KEYS = ["id_ed25519", "id_ecdsa", "id_rsa"].map((name) => `IdentityFile=~/.ssh/${name}`);

/** ssh for calls that reach nothing: with the known hosts and the keys of the account that Loquat runs as. */
export function sshCommand(home: string): string {
  return command([`UserKnownHostsFile=${knownFiles(home)}`]);
}

/**
 * Prepares a call of one server. The keys lie in a folder of their own, for ssh reads them from files, and only for as
 * long as the call takes.
 */
export async function openSsh(home: string, pass: AdmittedHost, access?: SshAccess): Promise<SshCall> {
  const name = pass.port === 22 ? pass.host : `[${pass.host}]:${pass.port}`;
  const bound = [`HostName=${pass.addresses[0]?.address ?? NOWHERE}`, `HostKeyAlias=${name}`];
  if (!access) return { command: command([`UserKnownHostsFile=${knownFiles(home)}`, ...bound]), leave: async () => {} };
  const folder = await mkdtemp(join(home, "ssh-"));
  const [key, hosts] = [join(folder, "key"), join(folder, "known_hosts")];
  const known = await access.known(name);
  await writeFile(key, access.key.private, { mode: 0o600 });
  await writeFile(hosts, known.map((line) => `${name} ${line}\n`).join(""), { mode: 0o600 });
  // A key file that others may read is not used; the mask of this process may have taken more than it should.
  await chmod(key, 0o600);
  const options = [
    ...bound,
    // Whoever is known by one kind of key may not show up with another kind.
    `StrictHostKeyChecking=${known.length > 0 ? "yes" : "accept-new"}`,
    `UserKnownHostsFile="${hosts}"${known.length > 0 ? "" : ` ${knownFiles(home)}`}`,
    `IdentityFile="${key}"`,
    ...(access.alone ? ["IdentitiesOnly=yes", "IdentityAgent=none"] : ACCOUNT_KEYS),
  ];
  return {
    command: command(options),
    async leave() {
      try {
        if (known.length === 0) await pinShown(hosts, name, access);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Keeps what ssh has written down of a server that was met for the first time. */
async function pinShown(file: string, host: string, access: SshAccess): Promise<void> {
  const keys = (await readFile(file, "utf8")).split("\n").flatMap((line) => {
    const [, type, key] = line.split(" ");
    return type && key ? [`${type} ${key}`] : [];
  });
  if (keys.length > 0) await access.pin(host, keys);
}

/** Known hosts of the account that Loquat runs as, and of the data folder. */
function knownFiles(home: string): string {
  return [
    "~/.ssh/known_hosts",
    ...[join(home, ".ssh", "known_hosts"), join(home, "..", "known_hosts")].map(inQuotes),
  ].join(" ");
}

const inQuotes = (path: string): string => `"${path}"`;

const command = (options: readonly string[]): string =>
  ["ssh", "-F", "/dev/null", ...[...FIXED, ...options].map((option) => `-o${quoted(option)}`)].join(" ");

/** One word of a command line. */
const quoted = (text: string): string => (/^[\w=.:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

import { spawn } from "node:child_process";
import { timingSafeEqual } from "node:crypto";
import type { AddressInfo } from "node:net";
import { type Connection, type ParsedKey, Server, utils } from "ssh2";
import { environment, setEnvironment } from "@/lib/platform/environment";
import { makeKeyPair } from "@/lib/platform/vcs/ssh-key";
import type { Upstream } from "./git";
import { OPEN } from "./outside";

/** A repository behind SSH, where keys are asked for. */
export interface SshServer {
  /** `ssh://git@127.0.0.1:port/remote.git`. */
  url: string;
  /** As it is known: `[127.0.0.1]:port`. */
  host: string;
  /** Lets in whoever has this key (a line of authorized_keys), and nobody else. */
  admit(...keys: string[]): void;
  /** Public keys that were shown since this was asked last, as `type base64`. */
  shown(): string[];
  /** Shows another key of its own from now on. */
  changeKey(): Promise<void>;
  close(): Promise<void>;
}

/** What runs for the command that a client names; undefined when it is refused. */
type Commands = (command: string) => readonly string[] | undefined;

const gitCommands =
  (upstream: Upstream): Commands =>
  (command) => {
    const [, service] = /^git-(upload|receive)-pack '\/remote\.git'$/.exec(command) ?? [];
    return service === undefined ? undefined : ["git", `${service}-pack`, upstream.url];
  };

/** Serves a repository by SSH; until it is closed, hosts of this machine may be reached. */
export async function serveSsh(upstream: Upstream | Commands): Promise<SshServer> {
  const commands = typeof upstream === "function" ? upstream : gitCommands(upstream);
  const before = environment();
  setEnvironment({ ...before, privateRepositories: OPEN });
  let admitted: ParsedKey[] = [];
  const shown = new Set<string>();
  const open = new Set<Connection>();
  const start = async (port: number) => {
    // By OpenSSH: one in 350 keys that ssh2 makes cannot be read.
    const hostKeys = [(await makeKeyPair("server")).private];
    return new Promise<Server>((ready) => {
      const server = new Server({ hostKeys }, (client) => {
        open.add(client);
        client.on("close", () => open.delete(client)).on("error", () => {});
        client.on("authentication", (attempt) => {
          if (attempt.method !== "publickey") return attempt.reject(["publickey"]);
          const { algo, data } = attempt.key;
          shown.add(`${algo} ${data.toString("base64")}`);
          const known = admitted.find((key) => same(key.getPublicSSH(), data));
          if (!known) return attempt.reject(["publickey"]);
          // Asked first whether the key would do, and then for a signature.
          if (!attempt.signature) return attempt.accept();
          const good = known.verify(attempt.blob as Buffer, attempt.signature, attempt.hashAlgo) === true;
          return good ? attempt.accept() : attempt.reject(["publickey"]);
        });
        client.on("session", (accept) =>
          accept().on("exec", (take, _refuse, { command }) => serve(commands, take(), command)),
        );
      });
      server.listen(port, "127.0.0.1", () => ready(server));
    });
  };
  let server = await start(0);
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      for (const client of open) client.end();
    });
  return {
    url: `ssh://git@127.0.0.1:${port}/remote.git`,
    host: `[127.0.0.1]:${port}`,
    admit: (...keys) => {
      admitted = keys.map((key) => utils.parseKey(key) as ParsedKey);
    },
    shown: () => {
      const now = [...shown];
      shown.clear();
      return now;
    },
    async changeKey() {
      await stop();
      server = await start(port);
    },
    async close() {
      setEnvironment(before);
      await stop();
    },
  };
}

const same = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

type Channel = import("ssh2").ServerChannel;

function serve(commands: Commands, channel: Channel, command: string): void {
  const [name, ...words] = commands(command) ?? [];
  if (!name) {
    channel.stderr.write("unknown command\n");
    channel.exit(128);
    channel.end();
    return;
  }
  const program = spawn(name, words, {
    env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", HGRCPATH: "" },
    stdio: ["pipe", "pipe", "pipe"],
  });
  channel.pipe(program.stdin);
  program.stdin.on("error", () => {});
  program.stdout.pipe(channel, { end: false });
  program.stderr.pipe(channel.stderr, { end: false });
  program.on("close", (code) => {
    channel.exit(code ?? 1);
    channel.end();
  });
}

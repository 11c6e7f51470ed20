import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { noticeRestore } from "@/lib/domain/changes/epoch";
import { seed } from "@/lib/domain/settings/seed";
import { closeDataFolder } from "@/lib/platform/data-folder";
import { type EmbeddedServer, runningEmbedded, startEmbedded } from "@/lib/platform/embedded-postgres";
import { dataFolder, environment, setEnvironment } from "@/lib/platform/environment";
import { log } from "@/lib/platform/log";
import { migrate } from "@/lib/platform/migrations";

/** Which database the commands use, and that only one Loquat runs on a data folder. */

export interface OpenDatabase {
  url: string;
  /** Stops the server when this process started it. */
  stop(): Promise<void>;
}

/** Something a person must mend before Loquat can start; printed as one line. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** The database to work on: the external one, the embedded one that runs already, or one started now. */
export async function openDatabase(options: { share: boolean }): Promise<OpenDatabase> {
  const external = environment().databaseUrl;
  closeDataFolder(external === undefined);
  if (external) {
    await reachable(external);
    return use(external, async () => {});
  }
  const folder = dataFolder("postgres");
  const running = options.share ? runningEmbedded(folder) : undefined;
  if (running) return use(running, async () => {});
  let server: EmbeddedServer;
  try {
    server = await startEmbedded({ folder, connections: neededConnections(), onLost: endWithoutDatabase });
  } catch (error) {
    throw new StartError((error as Error).message);
  }
  return use(server.url, () => server.stop());
}

/** Beside its pool a process listens, searches and takes locks on connections of their own. */
const BESIDE_POOL = 6;

/** What all processes of this installation can use at once, and a few for commands beside them. */
function neededConnections(): number {
  const { webProcesses, databasePool } = environment();
  return (webProcesses + 2) * (databasePool + BESIDE_POOL) + 12;
}

/** Ends this process, so that whoever watches over it starts it again. */
function endWithoutDatabase(error: Error): void {
  log.error(`The embedded database is gone and does not come back. ${error.message}`);
  process.exit(1);
}

function use(url: string, stop: () => Promise<void>): OpenDatabase {
  setEnvironment({ ...environment(), databaseUrl: url });
  process.env.DATABASE_URL = url;
  return { url, stop };
}

async function reachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    // 3D000: the server is there and only lacks the database, which migrating makes.
    if (code !== "3D000") {
      const { host, port } = new URL(url);
      throw new StartError(
        `The database at ${host}${port ? "" : ":5432"} cannot be used (${code || (error as Error).message}). Check DATABASE_URL and that the server runs.`,
      );
    }
  } finally {
    await client.end().catch(() => {});
  }
}

/** Brings the database up to this version. @throws StartError when its migrations are not ours */
export async function prepareDatabase(url: string): Promise<string[]> {
  let applied: string[];
  try {
    applied = await migrate(url, "prisma/migrations");
  } catch (error) {
    throw new StartError((error as Error).message);
  }
  await seed();
  if (await noticeRestore())
    log.warn("This database was restored on another server. Clients that follow the history have to start again.");
  return applied;
}

interface LockFile {
  pid: number;
  port: number;
}

/**
 * Claims the data folder for this process.
 * @throws StartError when another Loquat runs on it
 * @returns releases the claim
 */
export function claimDataFolder(port: number): () => void {
  const file = join(environment().dataFolder, "loquat.pid");
  const other = readLock(file);
  if (other && other.pid !== process.pid && isLoquat(other.pid))
    throw new StartError(
      `Loquat is already running with this data folder (process ${other.pid}, port ${other.port}). Stop it first, or set LOQUAT_DATA to another folder.`,
    );
  try {
    writeFileSync(file, JSON.stringify({ pid: process.pid, port } satisfies LockFile));
  } catch (error) {
    throw new StartError(
      `The data folder ${environment().dataFolder} is not writable (${(error as { code?: string }).code}). Set LOQUAT_DATA to a writable folder.`,
    );
  }
  return () => rmSync(file, { force: true });
}

function readLock(file: string): LockFile | undefined {
  try {
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as LockFile) : undefined;
  } catch {
    return undefined;
  }
}

/** Process ids are used again, so on Linux the command is looked at too. */
function isLoquat(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== "EPERM") return false;
  }
  const command = `/proc/${pid}/cmdline`;
  return (
    !existsSync("/proc/self/cmdline") ||
    (existsSync(command) && /(?:start|work)\.mjs/.test(readFileSync(command, "utf8")))
  );
}

import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareDatabase } from "@/lib/cli/database-server";
import { issueToken } from "@/lib/domain/users/tokens";
import { insertUser } from "@/lib/domain/users/users";
import { closeDatabase, inTransaction } from "@/lib/platform/database";
import { freePort, startEmbedded } from "@/lib/platform/embedded-postgres";
import { readEnvironment, setEnvironment } from "@/lib/platform/environment";

/** What the parts of the bench run on: databases, servers and workers of their own, and how much memory they take. */

const here = dirname(fileURLToPath(import.meta.url));

/** Memory of a process in MB: its own part of shared pages counted once. */
export function memory(pid: number, field = "Pss"): number {
  try {
    const text = readFileSync(field === "Pss" ? `/proc/${pid}/smaps_rollup` : `/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export function childrenOf(pid: number): number[] {
  try {
    return execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")
      .map(Number)
      .filter(Boolean);
  } catch {
    return [];
  }
}

/** A worker in a process of its own, over the database of this one. */
export async function startWorker(): Promise<{ pid: number; stop(): Promise<void> }> {
  const worker = fork(join(here, "worker.mjs"), [], {
    env: process.env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(worker, "message");
  return {
    pid: worker.pid ?? 0,
    async stop() {
      worker.kill("SIGTERM");
      await once(worker, "exit");
    },
  };
}

export interface Running {
  child: ChildProcess;
  base: string;
  startMs: number;
}

export async function startServer(data: string, more: Record<string, string> = {}): Promise<Running> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATABASE_URL: "",
    PORT: String(port),
    LOQUAT_DATA: data,
    LOQUAT_BASE_URL: base,
    NODE_ENV: "production" as const,
    LOQUAT_RATE_ANONYMOUS: "off",
    // Counted as in earnest, but never refused.
    LOQUAT_RATE_USER: "100000000/hour",
    LOQUAT_RATE_PAGES: "off",
    ...more,
  };
  const start = performance.now();
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const child = fork(join(process.cwd(), "lib/cli/start.mjs"), [], {
    // With the options that `npm start` gives to Node.js.
    execArgv: scripts.start.split(" ").filter((word) => word.startsWith("--")),
    env,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  for (;;) {
    const answer = await fetch(`${base}/projects/`).catch(() => undefined);
    if (answer?.ok) {
      await answer.text();
      break;
    }
    if (performance.now() - start > 120_000) throw new Error("The server did not start.");
    await new Promise((done) => setTimeout(done, 50));
  }
  return { child, base, startMs: performance.now() - start };
}

export async function stopServer(running: Running): Promise<void> {
  running.child.kill("SIGTERM");
  await once(running.child, "exit");
}

/** A user who may do everything; gives the id. */
export async function benchUser(): Promise<number> {
  const user = await inTransaction((tx) =>
    insertUser(tx, {
      username: "bench",
      fullName: "Bench",
      email: "bench@example.org",
      password: "correct horse battery",
      isSuperuser: true,
    }),
  );
  return user.id;
}

/** Runs work with a database server of its own, prepared and empty. */
export async function withDatabase(
  data: string,
  work: (url: string) => Promise<void>,
  // A server that is started over the data folder closes it to all others, the database's user among them.
  postgres = `${data}-postgres`,
): Promise<void> {
  mkdirSync(data);
  const server = await startEmbedded({ folder: postgres });
  setEnvironment(
    readEnvironment({ ...process.env, NODE_ENV: "production", LOQUAT_DATA: data, DATABASE_URL: server.url }),
  );
  process.env.DATABASE_URL = server.url;
  process.env.LOQUAT_DATA = data;
  try {
    await prepareDatabase(server.url);
    await work(server.url);
  } finally {
    await closeDatabase();
    await server.stop();
    delete process.env.DATABASE_URL;
  }
}

/** Runs work with a web server over a database of its own, and a token. More are variables of the server. */
export async function withServer(
  data: string,
  work: (running: Running, token: string) => Promise<void>,
  more: Record<string, string> = {},
): Promise<void> {
  await withDatabase(data, async (url) => {
    const token = await issueToken(await benchUser());
    const running = await startServer(data, { DATABASE_URL: url, LOQUAT_WORKER: "none", ...more });
    try {
      await work(running, token.key);
    } finally {
      await stopServer(running);
    }
  });
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "@/lib/platform/embedded-postgres";
import { environment } from "@/lib/platform/environment";
import { type Bucket, KEYS } from "../support/bucket";

/** Built Loquats beside each other, a web server and a worker each, on one database; any of their processes may be killed. */

/** What dies at once: a process, both, or both together with the disk. */
export const DEATHS = ["web", "worker", "both", "disk"] as const;
export type Death = (typeof DEATHS)[number];

const READY_MS = 180_000;
const ANSWER_MS = 120_000;
/** How long somebody asks again before it is a fault. */
const PATIENCE_MS = 240_000;

export interface Reply {
  status: number;
  body: unknown;
}

export class Machine {
  private data = mkdtempSync(join(tmpdir(), "loquat-machine-"));
  /** Folders of disks that are gone; a helper of the dead may still be writing into one. */
  private readonly lost: string[] = [];
  private process: ChildProcess | undefined;
  private printed = "";
  private starting: Promise<void> | undefined;
  isReady = false;

  /** Settings beside those that all have. */
  settings: Readonly<Record<string, string>> = {};

  private constructor(
    readonly port: number,
    private readonly bucket: Bucket,
  ) {}

  /** A machine that is off. */
  static async make(bucket: Bucket): Promise<Machine> {
    if (![".next/BUILD_ID", ".loquat/serve.mjs"].every((file) => existsSync(file)))
      throw new Error("Build first: npm run build");
    return new Machine(await freePort(), bucket);
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when it answers. @throws what it printed, when it ends before */
  start(): Promise<void> {
    this.starting ??= this.launch().finally(() => {
      this.starting = undefined;
    });
    return this.starting;
  }

  private async launch(): Promise<void> {
    this.printed = "";
    const { accessKeyId, secretAccessKey, region } = KEYS;
    const program = spawn(process.execPath, ["tests/web/support/serve.mjs", join(process.cwd(), ".loquat/serve.mjs")], {
      // A group of its own, so that all of it can be killed in one moment.
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: String(this.port),
        LOQUAT_HOST: "127.0.0.1",
        LOQUAT_BASE_URL: "http://loquat.test",
        LOQUAT_DATA: this.data,
        LOQUAT_DATABASE_POOL: "6",
        LOQUAT_LOCAL_REPOSITORIES: tmpdir(),
        LOQUAT_GLOSSARY: "off",
        LOQUAT_RATE_USER: "off",
        LOQUAT_SECRET_KEY: "5e".repeat(32),
        NEXTAUTH_SECRET: "test secret",
        DATABASE_URL: environment().databaseUrl as string,
        S3_ENDPOINT: this.bucket.endpoint,
        S3_BUCKET: "pictures",
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
        ...this.settings,
      },
    });
    this.process = program;
    for (const stream of [program.stdout, program.stderr])
      stream?.on("data", (chunk: Buffer) => (this.printed += chunk.toString()));
    const end = Date.now() + READY_MS;
    while (!this.printed.includes("Loquat is ready at")) {
      if (program.exitCode !== null || Date.now() > end)
        throw new Error(`The machine did not start:\n${this.printed.slice(-4000)}`);
      // Killed once more before it was ready; whoever did that starts it.
      if (program.signalCode !== null) return;
      await pause(50);
    }
    this.isReady = program.signalCode === null;
  }

  /**
   * Kills, as power or the kernel would. A worker is started again by its web server; the worker of a killed web server
   * ends what it is at. @returns whether there was what should die
   */
  async kill(death: Death): Promise<boolean> {
    const program = this.process;
    if (!program?.pid || program.exitCode !== null || program.signalCode !== null) return false;
    if (death === "worker") {
      const worker = workerOf(program.pid);
      if (worker) quietly(() => process.kill(worker, "SIGKILL"));
      return worker !== undefined;
    }
    this.isReady = false;
    const ended = once(program, "exit");
    if (death === "web") program.kill("SIGKILL");
    else quietly(() => process.kill(-(program.pid as number), "SIGKILL"));
    await ended;
    if (death !== "disk") return true;
    this.lost.push(this.data);
    this.data = mkdtempSync(join(tmpdir(), "loquat-machine-"));
    return true;
  }

  async stop(): Promise<void> {
    await this.starting?.catch(() => {});
    const program = this.process;
    if (program?.pid) quietly(() => process.kill(-(program.pid as number), "SIGKILL"));
    if (program && program.exitCode === null && program.signalCode === null) await once(program, "exit");
    for (const folder of [this.data, ...this.lost])
      quietly(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  }
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // It has ended already.
  }
}

/** The child of a web server that does its background work. */
function workerOf(web: number): number | undefined {
  const file = `/proc/${web}/task/${web}/children`;
  const children = existsSync(file) ? readFileSync(file, "utf8").trim().split(" ").map(Number) : [];
  return children.find((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "utf8").includes("worker.mjs");
    } catch {
      return false;
    }
  });
}

export class Machines {
  /** Answers that nobody should get, whatever is killed. */
  readonly faults: string[] = [];
  /** How often each way to die was one. */
  readonly deaths = new Map<Death, number>();
  private turn = 0;

  constructor(
    readonly all: readonly Machine[],
    private readonly token: string,
  ) {}

  /** Asks machines in turn, until one says something that is neither its own end nor that somebody else is at it. */
  async ask(method: string, path: string, body?: unknown): Promise<Reply> {
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      const machine = this.all[this.turn++ % this.all.length] as Machine;
      const reply = machine.isReady ? await this.askOne(machine, method, path, body) : undefined;
      if (reply && reply.status < 500 && ![409, 423, 429].includes(reply.status)) return reply;
      await pause(100);
    }
    throw new Error(`Nobody answers ${method} ${path}: ${this.faults.slice(-3).join("; ")}`);
  }

  /** One question to one machine; undefined when the connection broke. */
  private async askOne(machine: Machine, method: string, path: string, body: unknown): Promise<Reply | undefined> {
    const isForm = body instanceof FormData;
    try {
      const answer = await fetch(`${machine.base}${path}`, {
        method,
        headers: {
          authorization: `Token ${this.token}`,
          ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      const text = await answer.text();
      // While it stops, and while its database is away, 503 is what it has to say.
      if (answer.status >= 500 && answer.status !== 503)
        this.faults.push(`${method} ${path}: ${answer.status} ${text}`);
      return { status: answer.status, body: text ? JSON.parse(text) : undefined };
    } catch {
      return undefined;
    }
  }

  /** Kills one and starts it again at once; resolves when it has been killed. */
  async kill(number: number, death: Death): Promise<void> {
    const machine = this.all[number % this.all.length] as Machine;
    if (await machine.kill(death)) this.deaths.set(death, (this.deaths.get(death) ?? 0) + 1);
    if (!machine.isReady) machine.start().catch((error: Error) => this.faults.push(error.message));
  }

  /** All run. */
  async settle(): Promise<void> {
    await Promise.all(this.all.map((machine) => (machine.isReady ? undefined : machine.start())));
  }
}

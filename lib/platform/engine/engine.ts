import { createHash, randomBytes, randomInt } from "node:crypto";
import pg from "pg";
import { engineFunctions, engineJobs } from "@/lib/generated/tables";
import { assigned, named, names, row } from "@/lib/platform/columns";
import { databaseUrl, db, inTransaction, rawSql, type Sql, sql } from "@/lib/platform/database";
import { asMoment, asNumber, noneOf, orNull } from "@/lib/platform/expressions";
import { countWaiting } from "../waiting";
import { engineFetch } from "./api";
import { type FunctionConfig, readRegistration } from "./config";
import { parseSchedule } from "./cron";
import { type Executor, execute, giveUp } from "./executor";
import { failUnknown, reap, refreshFunctions, release, renew } from "./maintenance";
import { askRegistration, type Handler } from "./protocol";
import { CHANNEL, claim, type FaultPoint, type Job, OWNER_LOCK, UnstorableValue, wake } from "./store";

export interface EngineOptions {
  handler: Handler;
  signingKey: string;
  /** Jobs at work at once; those that wait for another server do not count. */
  slots?: number;
  leaseMs?: number;
  checkpoint?: boolean;
  backoff?: (attempts: number) => number;
  /** The present as SQL; for tests that move the clock. */
  clock?: { now: Sql };
  fault?: (point: FaultPoint) => void | Promise<void>;
  log?: (message: string) => void;
}

const BACKOFF_SECONDS = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200];

/** The server's delays: growing, each with up to 30 s at random so that many failures do not return at once. */
function serverBackoff(attempts: number): number {
  const seconds = BACKOFF_SECONDS[Math.min(attempts, BACKOFF_SECONDS.length - 1)] ?? 7200;
  return seconds * 1000 + randomInt(30_000);
}

const [f, j] = [engineFunctions.as("f"), engineJobs.as("j")];

const SWEEP_MS = 1000;
const RENEW_MS = 15_000;
const REFRESH_MS = 60_000;

/** Jobs in hand at once for each that is at work: the others wait for other servers. */
const IN_HAND = 5;

/** The embedded executor: claims jobs, calls functions, keeps its leases, frees the jobs of dead processes. */
export class Engine {
  private readonly executor: Executor;
  private readonly options: Required<Pick<EngineOptions, "slots" | "log">>;
  private readonly inHand = new Map<number, Promise<void>>();
  private readonly lockNumber = randomInt(1, 2 ** 31 - 1);
  private known: string[] = [];
  private stopping = false;
  private listener: pg.Client | undefined;
  private loop: Promise<void> | undefined;
  private wakeUp: () => void = () => {};
  private woken = false;
  private readonly count = { waiting: 0, onMore: () => this.nudge() };
  private last = { sweep: 0, renew: 0, refresh: 0 };

  constructor(options: EngineOptions) {
    this.options = { slots: options.slots ?? 6, log: options.log ?? (() => {}) };
    this.executor = {
      owner: `${this.lockNumber}:${randomBytes(6).toString("hex")}`,
      clock: options.clock ?? { now: rawSql("now()") },
      leaseMs: options.leaseMs ?? 60_000,
      fault: options.fault ?? (() => {}),
      handler: options.handler,
      signingKey: options.signingKey,
      functions: new Map(),
      checkpoint: options.checkpoint ?? true,
      backoff: options.backoff ?? serverBackoff,
      persist: (write) => this.persist(write),
    };
  }

  /** Answers the SDK's requests in this process. */
  get fetch(): typeof globalThis.fetch {
    return engineFetch(this.executor);
  }

  /**
   * Registers the functions and begins to work.
   * @throws UnsupportedFunctions listing all options the engine cannot honour
   */
  async start(): Promise<void> {
    const configs = readRegistration(await askRegistration(this.executor.handler, this.executor.signingKey));
    this.executor.functions = new Map(configs.map((config) => [config.id, config]));
    this.known = configs.map((config) => config.id);
    await this.register(configs);
    await this.listen();
    this.loop = this.work();
  }

  /** Takes no new jobs, waits for those in hand at most `graceMs`, then gives the rest back without a lost attempt. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.nudge();
    await this.loop;
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((done) => {
      timer = setTimeout(done, graceMs);
    });
    await Promise.race([Promise.allSettled(this.inHand.values()), grace]);
    clearTimeout(timer);
    await release(this.executor).catch(() => {});
    const { listener } = this;
    this.listener = undefined;
    await listener?.end().catch(() => {});
  }

  private async register(configs: FunctionConfig[]): Promise<void> {
    const { now } = this.executor.clock;
    const build = createHash("sha256").update(JSON.stringify(configs)).digest("hex").slice(0, 16);
    await inTransaction(async (tx) => {
      for (const config of configs) {
        const content = { configuration: config, build, updatedAt: now };
        await tx.run(sql`
          insert into ${f} ${row(f, { id: config.id, ...content })}
          on conflict (${names(f, "id")}) do update set ${assigned(f, content)}`);
        const crons = config.triggers.flatMap((trigger) => ("cron" in trigger ? [trigger.cron] : []));
        const kept = crons.map((cron) => `cron:${config.id}:${cron}`);
        await tx.run(sql`
          delete from ${j} where ${j.kind} = 'cron' and ${j.fn} = ${config.id} and ${noneOf(j.dedupe, kept)}`);
        const moment = await tx.one(sql`select ${named({ now: asMoment(now) })}`);
        for (const [index, cron] of crons.entries()) {
          const runAt = parseSchedule(cron).next(moment?.now ?? new Date());
          const job = { dedupe: kept[index], kind: "cron", fn: config.id, payload: { cron }, runAt } as const;
          await tx.run(sql`insert into ${j} ${row(j, job)} on conflict (${names(j, "dedupe")}) do nothing`);
        }
      }
      await wake(tx);
    });
  }

  /** The connection that hears notifications and holds the lock by which others see that this process lives. */
  private async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl(), keepAlive: true, options: "-c timezone=UTC" });
    client.on("error", () => this.relisten(client));
    client.on("end", () => this.relisten(client));
    client.on("notification", () => this.nudge());
    try {
      await client.connect();
      await client.query("select pg_try_advisory_lock($1, $2)", [OWNER_LOCK, this.lockNumber]);
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    this.listener = client;
    this.nudge();
  }

  private relisten(lost: pg.Client): void {
    if (this.stopping || this.listener !== lost) return;
    this.listener = undefined;
    lost.end().catch(() => {});
    const again = async () => {
      while (!this.stopping && !this.listener) {
        try {
          await this.listen();
        } catch {
          await pause(200);
        }
      }
      if (this.stopping) await this.listener?.end().catch(() => {});
    };
    void again();
  }

  private nudge(): void {
    this.woken = true;
    this.wakeUp();
  }

  /** One round after another: sweep, claim, start what was claimed, sleep until something may be due. */
  private async work(): Promise<void> {
    let failing = false;
    while (!this.stopping) {
      this.woken = false;
      try {
        await this.sweep();
        const free = this.free();
        const jobs = free > 0 && !this.stopping ? await claim(this.executor, this.known, free) : [];
        for (const job of jobs) this.take(job);
        failing = false;
        if (free === 0 || jobs.length < free) await this.sleep(free === 0 ? SWEEP_MS : await this.untilNext());
      } catch (error) {
        if (!failing) this.options.log(`The task engine waits for the database: ${(error as Error).message}`);
        failing = true;
        await pause(250);
      }
    }
  }

  /** How many jobs may be taken now. A job whose server has answered works on, even when there are more at work then. */
  private free(): number {
    const { slots } = this.options;
    const atWork = this.inHand.size - this.count.waiting;
    return Math.max(0, Math.min(slots - atWork, slots * IN_HAND - this.inHand.size));
  }

  private take(job: Job): void {
    const done = countWaiting(this.count, () => execute(this.executor, job))
      .catch(async (error: unknown) => {
        this.options.log(`Job ${job.id} (${job.fn ?? job.kind}) failed: ${String(error)}`);
        if (!isOutage(error)) await this.persist(() => giveUp(this.executor, job, error));
      })
      .catch((error: unknown) => this.options.log(`Job ${job.id} is left to its lease: ${String(error)}`))
      .finally(() => {
        this.inHand.delete(job.id);
        this.nudge();
      });
    this.inHand.set(job.id, done);
  }

  private async sweep(): Promise<void> {
    const { last } = this;
    const at = performance.now();
    if (last.sweep !== 0 && at - last.sweep < SWEEP_MS) return;
    const freed = await reap(this.executor);
    if (freed > 0) this.options.log(`Took over ${freed} job(s) of a process that is gone.`);
    if (last.renew === 0 || at - last.renew >= Math.min(RENEW_MS, this.executor.leaseMs / 4)) {
      await renew(this.executor, [...this.inHand.keys()]);
      last.renew = at;
    }
    if (last.refresh === 0 || at - last.refresh >= REFRESH_MS) {
      await refreshFunctions(this.executor, this.known);
      await failUnknown(this.executor, this.known);
      last.refresh = at;
    }
    last.sweep = at;
  }

  /** Milliseconds until the next job is due, at most one sweep: a notification may have been lost. */
  private async untilNext(): Promise<number> {
    const { now } = this.executor.clock;
    const ms = orNull(asNumber(sql`(extract(epoch from min(${j.runAt}) - ${now}) * 1000)::float8`));
    const next = await db.one(sql`
      select ${named({ ms })} from ${j} where ${j.owner} is null and ${j.runAt} > ${now}`);
    return Math.min(Math.max(next?.ms ?? SWEEP_MS, 1), SWEEP_MS);
  }

  private async sleep(ms: number): Promise<void> {
    if (this.woken || this.stopping) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, ms);
      this.wakeUp = () => {
        clearTimeout(timer);
        done();
      };
    });
    this.wakeUp = () => {};
  }

  private async persist<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.stopping || !isOutage(error)) throw error;
        await pause(250);
      }
    }
  }
}

/** True when the database is away or overloaded, so that the same write may succeed later. */
function isOutage(error: unknown): boolean {
  if (error instanceof UnstorableValue || error instanceof TypeError || error instanceof RangeError) return false;
  const code = (error as { code?: string }).code ?? "";
  if (!/^[0-9A-Z]{5}$/.test(code) || code === "EPIPE") return true;
  return (
    code.startsWith("08") || code.startsWith("57") || code.startsWith("53") || code === "40P01" || code === "40001"
  );
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

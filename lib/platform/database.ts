import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type pg from "pg";
import { columnTypes as types } from "./column-values";
import { environment } from "./environment";
import { currentOperation, markStatement, outsideOperation } from "./operation-mark";
import { type Models, openPool, type Queryable, RoutedPrisma } from "./routed-pool";
import { rowMaker } from "./row-maker";
import { itemsOf, type Sql, writeSql } from "./sql";
import { currentStage, onStage } from "./stage";

export { adhocSql, joinSql, literal, rawSql, type SelectedRow, Sql, sql, whole } from "./sql";

/**
 * The one door to PostgreSQL: a pool that Prisma and our own SQL share, and transactions that both work in.
 *
 * Rows of `sql` have the members that their selections name, and plain numbers for bigint: an id stays below 2^53; select
 * 64-bit hashes as text.
 */

/** Statements that a connection keeps planned: planning a join of ours can cost more than running it. */
const MOST_PLANNED = 1000;
const planned = new Map<string, string>();

/** Something statements can be run on: the pool, or one transaction. */
export class Connection {
  private models: Models | undefined;

  constructor(private readonly target: () => Queryable) {}

  /** Prisma's models, for plain statements about single rows and short lists. */
  get prisma(): Models {
    this.models ??= opened().prisma.modelsOn(this.target);
    return this.models;
  }

  /**
   * Runs a statement and gives its rows when they are asked for with what all of them share: for reading ahead of the
   * statement that tells it.
   */
  async fetch<Row extends object>(
    statement: Sql<Row>,
  ): Promise<<Shared extends object>(shared?: Shared) => (Row & Shared)[]> {
    const { columns, rows } = await this.answer(statement);
    return <Shared extends object>(shared?: Shared) => {
      const make = rowMaker(columns, itemsOf(statement), shared);
      return rows.map((row) => make(row) as Row & Shared);
    };
  }

  /** Runs a statement and gives what the database answers: its own names of the columns, and a list for each row. */
  async answer(statement: Sql): Promise<{ columns: string[]; rows: unknown[][] }> {
    countStatement();
    const { fields, rows } = await this.target().query<unknown[]>({
      ...configOf(statement),
      rowMode: "array",
    } as pg.QueryArrayConfig);
    return { columns: fields.map((field) => field.name), rows };
  }

  /** Runs a statement and gives its rows, whose type is that of its selections. */
  async rows<Row extends object>(statement: Sql<Row>): Promise<Row[]> {
    return (await this.fetch(statement))();
  }

  /** The first row, or undefined. */
  async one<Row extends object>(statement: Sql<Row>): Promise<Row | undefined> {
    return (await this.rows(statement))[0];
  }

  /** Runs a statement and gives the number of rows it touched. */
  async run(statement: Sql): Promise<number> {
    countStatement();
    const result = await this.target().query(configOf(statement) as pg.QueryConfig);
    return result.rowCount ?? 0;
  }
}

/**
 * The name under which connections keep a statement planned, from its second time on. Statements that are made of what
 * people type, or are not about rows, never get one.
 */
function planName(text: string): string | undefined {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined;
  const known = planned.get(text);
  if (known) return known;
  if (known === undefined) {
    // Those that came once only make room: there is no end of them where lists can be filtered in many ways.
    if (planned.size >= MOST_PLANNED) for (const [other, name] of planned) if (!name) planned.delete(other);
    if (planned.size < MOST_PLANNED) planned.set(text, "");
    return undefined;
  }
  const name = `loquat_${planned.size}_${createHash("sha1").update(text).digest("hex").slice(0, 16)}`;
  planned.set(text, name);
  return name;
}

/** A statement as the driver takes it. */
function configOf(statement: Sql): { name?: string; text: string; values: unknown[]; types: typeof types } {
  const { text, values, adhoc } = writeSql(statement);
  const name = adhoc ? undefined : planName(text);
  return name ? { name, text, values, types } : { text, values, types };
}

const counting = new AsyncLocalStorage<{ count: number }>();

function countStatement(): void {
  const counter = counting.getStore();
  if (counter) counter.count++;
}

/** Runs some work and counts the statements it sends, also by Prisma: a list has to cost a constant number. */
export async function countStatements<T>(work: () => Promise<T>): Promise<{ result: T; count: number }> {
  const counter = { count: 0 };
  const result = await counting.run(counter, work);
  return { result, count: counter.count };
}

/**
 * One open transaction. A function that takes one writes inside its caller's transaction and does nothing else.
 * Statements that do not wait for each other's rows may be sent together, with `Promise.all`: they run in the order in
 * which they were sent, and after one that failed nothing has an effect.
 */
export class Tx extends Connection {
  /** Gives the last statements of the transaction, in order: for what should be locked as shortly as possible. */
  readonly beforeCommit: (() => Sql | undefined)[] = [];
  /** Runs after the commit, in order; never when the transaction is rolled back. */
  readonly afterCommit: (() => void | Promise<void>)[] = [];
}

interface Opened {
  pool: pg.Pool;
  /** Opened with the first search. */
  search?: pg.Pool;
  /** Opened with the first lock. */
  locks?: pg.Pool;
  prisma: RoutedPrisma;
}

const slot = Symbol.for("loquat.database");
const store = globalThis as { [slot]?: Opened };

/** Address of the database: `DATABASE_URL`, which the start command sets for the embedded server too. */
export function databaseUrl(): string {
  const url = environment().databaseUrl;
  if (!url) throw new Error("DATABASE_URL is not set and the embedded database has not been started.");
  return url;
}

/** Connections that stay open however long nobody asks: whoever comes first after a night does not wait for new ones. */
const KEPT = 2;

/** Opens the pool on first use; a build loads every module without a database. */
function opened(): Opened {
  if (!store[slot]) {
    const pool = openPool({
      connectionString: databaseUrl(),
      max: environment().databasePool,
      min: KEPT,
      // Prisma drops the offset of timestamps, so the session must be in UTC.
      options: "-c timezone=UTC",
    });
    const prisma = new RoutedPrisma(pool, (text) => {
      countStatement();
      return planName(text);
    });
    store[slot] = { pool, prisma };
  }
  return store[slot];
}

/** The shared pool. */
export function pool(): pg.Pool {
  return opened().pool;
}

/**
 * A small pool for searches alone: however long they take, connections are left for everything else. Each uses one
 * processor.
 */
export function searchPool(): pg.Pool {
  const open = opened();
  if (!open.search) {
    open.search = openPool({
      connectionString: databaseUrl(),
      max: 2,
      options: "-c timezone=UTC -c max_parallel_workers_per_gather=0",
    });
  }
  return open.search;
}

/**
 * Connections that hold locks, beside the others: a lock is held for as long as a repository is fetched, and whoever holds
 * one asks the other connections meanwhile. What is given back soon takes the next lock.
 */
export function lockPool(): pg.Pool {
  const open = opened();
  open.locks ??= openPool({
    connectionString: databaseUrl(),
    max: Number.POSITIVE_INFINITY,
    options: "-c timezone=UTC",
  });
  return open.locks;
}

/** The connection of `together`, while its work goes on. */
const shared = new AsyncLocalStorage<{ connection?: Queryable }>();
const sharedConnection = () => shared.getStore()?.connection;

/** The database outside a transaction. */
export const db = new (class extends Connection {
  override get prisma(): Models {
    return currentStage() || sharedConnection() ? super.prisma : opened().prisma.models;
  }
})(() => currentStage()?.stage.connection ?? sharedConnection() ?? opened().pool);

/**
 * Runs work whose statements on `db` share one connection: those that do not wait for each other are sent together, and
 * run one after the other. A server process that sleeps is woken once for all of them, which costs more than a short
 * statement does; a long one would let the others wait. The work may not begin a transaction: it would need a second
 * connection while it holds the first, and with all of them held so, nobody would go on.
 */
export async function together<T>(work: () => Promise<T>): Promise<T> {
  if (currentStage() || sharedConnection()) return work();
  const client = await pool().connect();
  const asked: Promise<unknown>[] = [];
  const query = (config: pg.QueryConfig) => {
    const answer = client.query(config);
    asked.push(answer);
    return answer;
  };
  const place: { connection?: Queryable } = { connection: { query } as Queryable };
  try {
    return await shared.run(place, work);
  } finally {
    // What goes on behind the work asks the pool again.
    place.connection = undefined;
    // One that failed does not end the others.
    await Promise.allSettled(asked);
    client.release();
  }
}

const forgetting: (() => void)[] = [];

/** Runs `forget` whenever the database is closed: what a module remembers of one is not true of another. */
export function whenDatabaseCloses(forget: () => void): void {
  forgetting.push(forget);
}

/** Ends the pool; the process may open it again, or another one. */
export async function closeDatabase(): Promise<void> {
  for (const forget of forgetting) forget();
  const open = store[slot];
  if (!open) return;
  delete store[slot];
  await open.prisma.close();
  // Not waited for: a lock that is held goes with its process, or when its holder gives it back.
  void open.locks?.end();
  await Promise.all([open.pool.end(), open.search?.end()]);
}

/** Codes of PostgreSQL, and the one that Prisma gives for them. */
const RETRIED = new Set(["40P01", "40001", "P2034"]);

/**
 * Runs `work` in one transaction and its `afterCommit` calls after it. A deadlock or serialisation failure runs
 * the whole of it again, at most four times, so `work` must have no effect outside the database.
 * @param options `readsFirst`: the first statement only reads, and is waited for; it is sent together with the beginning;
 *   `pool`: where the connection comes from, when not from the shared pool
 */
export async function inTransaction<T>(
  work: (tx: Tx) => Promise<T>,
  { readsFirst = false, pool: from = pool }: { readsFirst?: boolean; pool?: () => pg.Pool } = {},
): Promise<T> {
  const staged = currentStage();
  if (staged) return onItsStage(work, staged);
  if (sharedConnection()) throw new Error("A transaction cannot begin within `together`.");
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(work, readsFirst, from);
    } catch (error) {
      if (attempt >= 5 || !RETRIED.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

async function once<T>(work: (tx: Tx) => Promise<T>, readsFirst: boolean, from: () => pg.Pool): Promise<T> {
  const client = await from().connect();
  let broken = false;
  // Answers come in the order of the statements: after the first of them it is known whether there is a transaction.
  let failed: Error | undefined;
  const opened = () => {
    if (failed) throw failed;
    return client;
  };
  const tx = new Tx(opened);
  let result: T;
  try {
    const note = (error: Error) => {
      failed = error;
    };
    let begun: Promise<unknown> = client.query("begin").catch(note);
    const operation = currentOperation();
    if (operation) begun = Promise.all([begun, client.query(markStatement(operation)).catch(note)]);
    if (!readsFirst) await begun;
    opened();
    result = await work(tx);
    opened();
    // The commit is sent behind them without waiting: where one of them fails, it is a rollback.
    const last = tx.beforeCommit.flatMap((statementOf) => statementOf() ?? []);
    await Promise.all([...last.map((statement) => tx.run(statement)), client.query("commit")]);
  } catch (error) {
    await client.query("rollback").catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    failed ??= new Error("The transaction has ended.");
    client.release(broken);
  }
  for (const call of tx.afterCommit) await outsideOperation(call);
  return result;
}

/** A transaction within a rehearsal: a savepoint. What would come after its commit is left out. */
async function onItsStage<T>(
  work: (tx: Tx) => Promise<T>,
  { stage, inside }: NonNullable<ReturnType<typeof currentStage>>,
): Promise<T> {
  const leave = inside ? undefined : await stage.turn();
  const { connection } = stage;
  const name = stage.nextSavepoint();
  try {
    await connection.query(`savepoint ${name}`);
    const operation = currentOperation();
    if (operation) await connection.query(markStatement(operation));
    const tx = new Tx(() => connection);
    const result = await onStage(stage, true, async () => {
      const done = await work(tx);
      for (const statementOf of tx.beforeCommit) {
        const statement = statementOf();
        if (statement) await tx.run(statement);
      }
      return done;
    });
    await connection.query(`release savepoint ${name}`);
    return result;
  } catch (error) {
    await connection.query(`rollback to savepoint ${name}`);
    throw error;
  } finally {
    leave?.();
  }
}

/** True when the error is PostgreSQL's "duplicate key" on the named constraint or index (any, when not named). */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  const it = error as { code?: string; constraint?: string; meta?: unknown };
  if (it?.code === "P2002") return true;
  return it?.code === "23505" && (constraint === undefined || it.constraint === constraint);
}

/** Codes of a database that ends, starts or cannot be connected to: PostgreSQL's, the system's and Prisma's. */
const AWAY = /^(?:57P0[123]|08\w{3}|53300|ECONNREFUSED|ECONNRESET|EPIPE|P1001|P1002|P1008|P1017)$/;

/** What the driver says, without a code, of a connection that broke. */
const BROKEN = /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/;

/** True when the error says that the database cannot be reached now; later the same may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: string };
  // A socket that is not there.
  if (code === "ENOENT") return syscall === "connect";
  return (typeof code === "string" && AWAY.test(code)) || BROKEN.test(error.message);
}

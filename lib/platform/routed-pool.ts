import { AsyncLocalStorage } from "node:async_hooks";
import { Socket } from "node:net";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "@/lib/generated/prisma/client";
import { databaseReturns, noteDatabaseAway, noteDatabaseHere } from "./database-presence";

/**
 * Prisma's client inside our transactions. There is one client for the process, because each costs memory and a start;
 * it asks a pool that hands its statements to the connection of the transaction they belong to.
 */

/** What statements are sent to. */
export type Queryable = Pick<pg.Pool, "query">;

type Scalars<Model extends Prisma.ModelName> = Prisma.TypeMap["model"][Model]["payload"]["scalars"];

type HasBigInt<Row> = true extends { [Name in keyof Row]: bigint extends Row[Name] ? true : never }[keyof Row]
  ? true
  : false;

/**
 * Prisma's models, as far as they can be used everywhere:
 * - without tables that have bigint columns: Prisma reads them as `bigint`, which JSON does not take;
 * - without `findUnique`: Prisma makes one statement of those that are asked in one turn of the event loop, also when
 *   they belong to different transactions. `findFirst` gives the same row.
 */
export type Models = {
  readonly [Model in Prisma.ModelName as HasBigInt<Scalars<Model>> extends true ? never : Uncapitalize<Model>]: Omit<
    PrismaClient[Uncapitalize<Model>],
    "findUnique" | "findUniqueOrThrow"
  >;
};

/** The way of Prisma's statements to the connection of a transaction. */
class Route {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  constructor(private readonly target: () => Queryable) {}

  query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    return this.target().query(config);
  }

  /**
   * Stands for a connection on which Prisma makes a transaction of its own, for a write of several statements: here it is
   * a savepoint, or its commit would end the whole transaction. They come one after the other.
   */
  async connect(): Promise<unknown> {
    const before = this.last;
    let release = () => {};
    this.last = new Promise<void>((done) => {
      release = done;
    });
    await before;
    const name = `prisma_${++this.count}`;
    const instead = new Map([
      ["BEGIN", `savepoint ${name}`],
      ["COMMIT", `release savepoint ${name}`],
      ["ROLLBACK", `rollback to savepoint ${name}`],
    ]);
    const connection = {
      query: (config: pg.QueryConfig) => {
        const text = instead.get(config.text);
        return this.query(text ? { text } : config);
      },
      release,
      on: () => connection,
      removeListener: () => connection,
    };
    return connection;
  }
}

const routes = new AsyncLocalStorage<Route>();

/** Prisma's client over a pool, made with the first statement that needs it. */
export class RoutedPrisma {
  private made: PrismaClient | undefined;

  /** @param nameOf hears of every statement, and names those that connections keep planned */
  constructor(
    private readonly pool: pg.Pool,
    private readonly nameOf: (text: string) => string | undefined,
  ) {}

  private get client(): PrismaClient {
    // The driver takes statements without a name, too.
    const statementNameGenerator = ({ sql }: { sql: string }) => this.nameOf(sql) as string;
    this.made ??= new PrismaClient({ adapter: new PrismaPg(routed(this.pool), { statementNameGenerator }) });
    return this.made;
  }

  /** Models whose statements run on the pool. */
  get models(): Models {
    return this.client;
  }

  /** Models whose statements run on one connection, in a transaction that was begun. */
  modelsOn(target: () => Queryable): Models {
    const route = new Route(target);
    // Prisma begins when its answer is waited for.
    return this.client.$extends({
      query: { $allOperations: ({ args, query }) => routes.run(route, async () => await query(args)) },
    }) as unknown as Models;
  }

  async close(): Promise<void> {
    await this.made?.$disconnect();
  }
}

function routed(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      const route = name === "query" || name === "connect" ? routes.getStore() : undefined;
      const owner = route ?? target;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === "function" ? value.bind(owner) : value;
    },
  });
}

/**
 * A connection to the database that sends in one packet what it is given in one turn of the event loop: a server process
 * that is not at work is woken by each, which costs more than most statements.
 */
class GatheringSocket extends Socket {
  private gathering = false;

  constructor() {
    super();
    const since = databaseReturns();
    this.once("error", () => noteDatabaseAway(since));
  }

  /** Node.js gives a socket that connects its own `write` back, over the one below. */
  override connect(...how: unknown[]): this {
    super.connect(...(how as [string]));
    delete (this as { write?: unknown }).write;
    return this;
  }

  override write(...what: unknown[]): boolean {
    if (!this.gathering) {
      this.gathering = true;
      this.cork();
      process.nextTick(() => {
        this.gathering = false;
        this.uncork();
      });
    }
    return super.write(...(what as [Uint8Array]));
  }
}

/**
 * How long a connection stays open that nobody uses. PostgreSQL reads its catalogue and plans each statement anew on a new
 * one: a page that comes first on it takes 290 ms for 60, an answer of the API 90 for 7, and whoever reads a string for
 * half a minute before typing would always be first.
 */
const IDLE_MS = 10 * 60_000;

/** What lies between forgets a connection without a word when it is quiet for some minutes. */
const KEEP_ALIVE_MS = 30_000;

let looking = false;

/** Looks whether the database is there after a connection broke: with others open, nobody might open one for long. */
async function lookAgain(config: pg.ClientConfig): Promise<void> {
  if (looking) return;
  looking = true;
  const client = new pg.Client(config);
  client.on("error", () => {});
  try {
    await client.connect();
    noteDatabaseHere();
    await client.end();
  } catch {
    // It is away; whoever asks it next finds out when it is back.
  } finally {
    looking = false;
  }
}

/** Opens a pool whose connections take statements before they have answered the former ones. */
export function openPool(given: pg.PoolConfig): pg.Pool {
  const config: pg.PoolConfig = {
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...given,
    pipeline: true,
    stream: () => new GatheringSocket(),
  };
  const pool = new pg.Pool(config);
  // Without a listener a restart of the database would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    noteDatabaseHere();
    const since = databaseReturns();
    client.on("error", () => {
      noteDatabaseAway(since);
      void lookAgain(config);
    });
  });
  return pool;
}

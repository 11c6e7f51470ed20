import { Connection, databaseUrl } from "./database";
import { openPool } from "./routed-pool";
import { currentStage, onStage, Stage } from "./stage";

/**
 * Tables that everybody writes: the rehearsal has copies of its own in their place, as its locks would hold up others
 * until it ends.
 */
const COPIED = ["counters", "repositories"] as const;

/** Codes of PostgreSQL: a lock that was not given in time, a deadlock, a serialisation failure. */
const HELD_UP = new Set(["55P03", "40P01", "40001"]);

const TRIES = 3;

/**
 * Runs work on the database and takes everything back: what it answers tells what the work would do. Work of others goes
 * on; who wants to write a row that the work has written waits for its end. The work itself waits for nobody longer than
 * the database takes to look for deadlocks, so that it is never another one that is ended for it, and begins again.
 * What the work would do after a commit is not done; what it does outside of the database is its own to rehearse.
 * @param before what is read or set aside on the same connection first
 */
export async function rehearse<T>(before: (on: Connection) => Promise<void>, work: () => Promise<T>): Promise<T> {
  if (currentStage()) throw new Error("A rehearsal is going on already.");
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(before, work);
    } catch (error) {
      if (attempt >= TRIES || !HELD_UP.has((error as { code?: string }).code ?? "")) throw error;
    }
  }
}

/** Whether what is going on is a rehearsal: what lies outside of the database is not to be touched. */
export const isRehearsal = (): boolean => currentStage() !== undefined;

async function once<T>(before: (on: Connection) => Promise<void>, work: () => Promise<T>): Promise<T> {
  // A connection of its own: one that has planned statements would go on with the tables that they were planned for.
  const own = openPool({ connectionString: databaseUrl(), max: 1, options: "-c timezone=UTC" });
  try {
    const client = await own.connect();
    let broken = false;
    try {
      await client.query("begin");
      await client.query("set local lock_timeout = '800ms'");
      for (const table of COPIED) {
        const set = `stage_${table}`;
        await client.query(
          `create temp table ${set} (like ${table} including defaults including indexes) on commit drop`,
        );
        await client.query(`insert into ${set} select * from ${table}`);
        await client.query(`alter table ${set} rename to ${table}`);
      }
      await before(new Connection(() => client));
      return await onStage(new Stage(client), false, work);
    } finally {
      await client.query("rollback").catch(() => {
        broken = true;
      });
      client.release(broken);
    }
  } finally {
    await own.end();
  }
}

import { engineJobs, outboxEvents } from "@/lib/generated/tables";
import { named } from "@/lib/platform/columns";
import { db, sql, whenDatabaseCloses } from "@/lib/platform/database";
import { OWNER_LOCK } from "@/lib/platform/engine/store";
import { asFlag, asNumber, rowCount } from "@/lib/platform/expressions";
import { isEmbedded } from "@/lib/platform/queue";
import { taskServerProblem } from "@/lib/platform/task-server";

const [j, o] = [engineJobs.as("j"), outboxEvents.as("o")];

/** Whether this installation can do its work now, as those ask who watch over it. */
export interface Readiness {
  ready: boolean;
  database: "ok" | "away";
  /** `external` where an Inngest server calls the functions: what it can reach is not known here. */
  worker: "ok" | "away" | "external";
  /** Why that server does not call them. */
  problem?: string;
  /** Tasks whose time has come and that nobody has begun, and for how many seconds the first of them waits. */
  queue: { waiting: number; oldest_seconds: number };
}

const NOTHING_WAITS = { waiting: 0, oldest_seconds: 0 };

/** A database that does not answer for so long is not there. */
const PATIENCE_MS = 3_000;

/** One answer serves all who ask within a second: nobody is kept from asking. */
const KEPT_MS = 1_000;
let last: { at: number; answer: Promise<Readiness> } | undefined;
whenDatabaseCloses(() => {
  last = undefined;
});

/** Asks the database once, whoever asks and however often. Never throws. */
export function readiness(): Promise<Readiness> {
  const now = Date.now();
  if (!last || now - last.at > KEPT_MS) last = { at: now, answer: inTime(ask()) };
  return last.answer;
}

const AWAY: Readiness = { ready: false, database: "away", worker: "away", queue: NOTHING_WAITS };

async function inTime(answer: Promise<Readiness>): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Readiness>((done) => {
    timer = setTimeout(done, PATIENCE_MS, AWAY);
  });
  return Promise.race([answer.catch(() => AWAY), late]).finally(() => clearTimeout(timer));
}

async function ask(): Promise<Readiness> {
  const external = !isEmbedded();
  const problem = taskServerProblem();
  const seconds = (age: ReturnType<typeof sql>) =>
    asNumber(sql`coalesce(floor(extract(epoch from now() - min(${age}))), 0)::bigint`);
  const row = external
    ? await db.one(sql`
        select ${named({ waiting: rowCount, oldest: seconds(sql`${o.createdAt}`), lives: asFlag(sql`true`) })}
        from ${o} where ${o.sentAt} is null`)
    : await db.one(sql`
        select ${named({
          waiting: rowCount,
          oldest: seconds(sql`${j.runAt}`),
          lives: asFlag(sql`exists (
            select from pg_locks where locktype = 'advisory' and classid = ${OWNER_LOCK} and objsubid = 2 and granted
              and database = (select oid from pg_database where datname = current_database()))`),
        })}
        from ${j} where ${j.runAt} <= now() and ${j.owner} is null`);
  if (!row) return AWAY;
  return {
    ready: row.lives && problem === undefined,
    database: "ok",
    worker: problem !== undefined || !row.lives ? "away" : external ? "external" : "ok",
    ...(problem !== undefined && { problem }),
    queue: { waiting: row.waiting, oldest_seconds: row.oldest },
  };
}

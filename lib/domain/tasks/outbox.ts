import { outboxEvents, repositories } from "@/lib/generated/tables";
import { assigned, named, pick, unnest } from "@/lib/platform/columns";
import { db, sql, type Tx, whenDatabaseCloses } from "@/lib/platform/database";
import { asJson, sqlNow } from "@/lib/platform/expressions";
import { sendEvents } from "@/lib/platform/queue";
import { taskServerProblem } from "@/lib/platform/task-server";

/**
 * Events wait in a table until they are sent: a crash between the commit and the sending loses nothing. They are sent
 * at least once; their ids make them count once.
 */

const [o, r] = [outboxEvents.as("o"), repositories.as("r")];

/** With the Git server of the repository that the event is about: an executor may count by it. A folder is its own server. */
const DATA = asJson<Record<string, unknown>>(sql`
  case when ${r.id} is null then ${o.data} else ${o.data} || jsonb_build_object('host', coalesce(
    substring(${r.url} from '^[a-z]+://([^/]+)'), substring(${r.url} from '^([^/:]+):[^/]'), 'repository ' || ${r.id})) end`);

const BATCH = 100;
const MOST_BATCHES = 100;
const NAMES_KEPT = 8;

/**
 * Sends what is unsent, oldest first. Gives the number of events sent; one that is refused stays for the next time. A task
 * server that does not know our functions would drop them, so they wait until it does.
 */
export async function relayOutbox(): Promise<number> {
  if (taskServerProblem() !== undefined) return 0;
  let sent = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const events = await db.rows(sql`
      select ${pick(o, "id", "name", "attempt")}, ${named({ data: DATA })} from ${o}
        left join ${r} on ${r.id} = (${o.data} ->> 'repository')::int
      where ${o.sentAt} is null
      order by ${o.createdAt}, ${o.id} limit ${BATCH}`);
    const taken = await send(events);
    if (taken.length > 0) {
      const s = unnest("s", { id: o.id, sentAs: o.name, attempt: o.attempt }, taken);
      // Two processes may have sent it: each says what it was called.
      const sentAs = sql`(array_prepend(${s.sentAs}, ${o.sentAs}))[:${NAMES_KEPT}]`;
      await db.run(sql`
        update ${o} set ${assigned(o, { sentAt: sqlNow, sentAs })} from ${s}
        where ${o.id} = ${s.id} and ${o.attempt} = ${s.attempt}`);
    }
    sent += taken.length;
    if (events.length < BATCH || taken.length === 0) break;
  }
  return sent;
}

/** The id of an event for the executor, which takes each once; `1d0c….2` for the second attempt. */
const eventIdOf = ({ id, attempt }: { id: string; attempt: number }): string =>
  attempt === 1 ? id : `${id}.${attempt}`;

/** Which attempt an event was of, by its id. */
export const attemptOf = (eventId: string | undefined): number => Number(eventId?.split(".")[1] ?? 1);

interface Waiting {
  id: string;
  name: string;
  attempt: number;
  data: Record<string, unknown>;
}

interface Taken {
  id: string;
  attempt: number;
  sentAs: string;
}

async function send(waiting: readonly Waiting[]): Promise<Taken[]> {
  const events = waiting.map(({ name, data, ...event }) => ({ id: eventIdOf(event), name, data }));
  const takenAs = (ids: readonly string[], from = 0): Taken[] =>
    ids.map((sentAs, at) => {
      const { id, attempt } = waiting[from + at] as Waiting;
      return { id, attempt, sentAs };
    });
  try {
    return takenAs(await sendEvents(events));
  } catch (error) {
    if (events.length === 1) throw error;
  }
  // One bad event must not hold back the others.
  const taken: Taken[] = [];
  let failure: unknown;
  for (const [at, event] of events.entries())
    try {
      taken.push(...takenAs(await sendEvents([event]), at));
    } catch (error) {
      failure = error;
    }
  if (taken.length === 0) throw failure;
  return taken;
}

let relaying = false;
let wanted = false;
// A relay that a closed database has left without an answer keeps nobody from the next one.
whenDatabaseCloses(() => {
  relaying = false;
});

/** One relay at a time; a nudge that comes while it runs makes it look once more. */
async function relayUntilQuiet(): Promise<void> {
  wanted = true;
  if (relaying) return;
  relaying = true;
  try {
    while (wanted) {
      wanted = false;
      await relayOutbox();
    }
  } catch {
    // The worker's relay sends what this one could not.
  } finally {
    relaying = false;
  }
}

const nudged = new WeakSet<Tx>();

/** Sends the outbox after the transaction's commit, without keeping its caller waiting. */
export function nudgeRelay(tx: Tx): void {
  if (nudged.has(tx)) return;
  nudged.add(tx);
  tx.afterCommit.push(() => {
    void relayUntilQuiet();
  });
}

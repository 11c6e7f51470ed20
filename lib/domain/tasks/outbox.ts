import { outboxEvents, repositories } from "@/lib/generated/tables";
import { assigned, named, pick } from "@/lib/platform/columns";
import { db, sql, type Tx, whenDatabaseCloses } from "@/lib/platform/database";
import { asJson, sqlNow } from "@/lib/platform/expressions";
import { type QueueEvent, sendEvents } from "@/lib/platform/queue";

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

/** Sends what is unsent, oldest first. Gives the number of events sent; one that is refused stays for the next time. */
export async function relayOutbox(): Promise<number> {
  let sent = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const events = await db.rows(sql`
      select ${pick(o, "id", "name")}, ${named({ data: DATA })} from ${o}
        left join ${r} on ${r.id} = (${o.data} ->> 'repository')::int
      where ${o.sentAt} is null
      order by ${o.createdAt}, ${o.id} limit ${BATCH}`);
    const ids = await send(events);
    if (ids.length > 0)
      await db.run(sql`update ${o} set ${assigned(o, { sentAt: sqlNow })} where ${o.id} = any(${ids}::uuid[])`);
    sent += ids.length;
    if (events.length < BATCH || ids.length === 0) break;
  }
  return sent;
}

async function send(events: (QueueEvent & { id: string })[]): Promise<string[]> {
  if (events.length === 0) return [];
  try {
    await sendEvents(events);
    return events.map((event) => event.id);
  } catch (error) {
    if (events.length === 1) throw error;
  }
  // One bad event must not hold back the others.
  const sent: string[] = [];
  let failure: unknown;
  for (const event of events)
    try {
      await sendEvents([event]);
      sent.push(event.id);
    } catch (error) {
      failure = error;
    }
  if (sent.length === 0) throw failure;
  return sent;
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

import { apiTokens, tokenCalls } from "@/lib/generated/tables";
import { eachRow, names, unnest } from "@/lib/platform/columns";
import { db, sql, whenDatabaseCloses } from "@/lib/platform/database";
import { TYPE } from "@/lib/platform/expressions";
import { log } from "@/lib/platform/log";

/**
 * How often tokens are used, by the hour. Calls are counted in memory and written together a moment later, so that no
 * request waits for it; what a crash forgets of them is missing in numbers alone.
 */

/** How many days are kept. */
export const CALL_DAYS = 7;
/** How long calls are gathered. */
const GATHERED_MS = 5_000;
/** Tokens that are counted while the database cannot be reached. */
const MOST = 50_000;

interface Gathered {
  calls: Map<number, number>;
  timer?: NodeJS.Timeout;
  /** The write that is under way. */
  writing?: Promise<void>;
}

const slot = Symbol.for("loquat.token-calls");
const shared = globalThis as { [slot]?: Gathered };
/** One for the web server's code and the command line's, which settles it at the end. */
shared[slot] ??= { calls: new Map() };
const gathered = shared[slot];

const [k, n] = [apiTokens.as("k"), tokenCalls.as("n")];

/** Counts a call of a token. */
export function countCall(tokenId: number): void {
  add(tokenId, 1);
  gathered.timer ??= setTimeout(() => void settleCalls(), GATHERED_MS).unref();
}

function add(tokenId: number, calls: number): void {
  const before = gathered.calls.get(tokenId);
  if (before === undefined && gathered.calls.size >= MOST) return;
  gathered.calls.set(tokenId, (before ?? 0) + calls);
}

/** Writes what was counted; before the process ends, too. Never fails: calls that could not be written wait for the next time. */
export function settleCalls(): Promise<void> {
  clearTimeout(gathered.timer);
  gathered.timer = undefined;
  const { writing } = gathered;
  const next = writing ? writing.then(write) : write();
  gathered.writing = next;
  return next;
}

async function write(): Promise<void> {
  const counted = gathered.calls;
  if (counted.size === 0) return;
  gathered.calls = new Map();
  const c = unnest(
    "c",
    { token: TYPE.number, calls: TYPE.number },
    { token: [...counted.keys()], calls: [...counted.values()] },
  );
  try {
    // Tokens that are gone by now are left out, and none can go meanwhile. In one order, so that processes wait for each other.
    await db.run(sql`
      insert into ${tokenCalls} as n ${eachRow(tokenCalls, {
        tokenId: k.id,
        hour: sql`date_trunc('hour', now(), 'UTC')`,
        calls: c.calls,
      })} from ${c} join ${k} on ${k.id} = ${c.token} and ${k.revokedAt} is null
      order by ${k.id} for key share of k
      on conflict (${names(tokenCalls, "tokenId", "hour")}) do update set calls = ${n.calls} + excluded.calls`);
  } catch (error) {
    for (const [token, calls] of counted) add(token, calls);
    log.warn({ err: error }, "Calls of tokens could not be written.");
  }
}

/** Removes what is older than the days that are kept. Gives how many hours of tokens. */
export function forgetOldCalls(): Promise<number> {
  return db.run(sql`
    delete from ${tokenCalls} where ${tokenCalls.hour} < now() - make_interval(days => ${CALL_DAYS}::int)`);
}

whenDatabaseCloses(() => {
  clearTimeout(gathered.timer);
  gathered.timer = undefined;
  gathered.calls = new Map();
});

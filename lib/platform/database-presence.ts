/**
 * Whether the database could be reached when it was asked last. The framework bundles pages apart from our server: both
 * meet at the process.
 */

const slot = Symbol.for("loquat.database.presence");
const store = globalThis as { [slot]?: { away: boolean; returns: number } };

function presence(): { away: boolean; returns: number } {
  store[slot] ??= { away: false, returns: 0 };
  return store[slot];
}

/** How often the database has come back. Whoever opens a connection keeps it, to say later when it was opened. */
export function databaseReturns(): number {
  return presence().returns;
}

/** Notes that a connection was opened. */
export function noteDatabaseHere(): void {
  const known = presence();
  if (known.away) known.returns += 1;
  known.away = false;
}

/**
 * Notes that a connection has failed or broken. One from before the database came back says nothing: a process that is
 * short of time hears late of what an outage has broken.
 * @param since what `databaseReturns` gave when the connection was opened
 */
export function noteDatabaseAway(since = databaseReturns()): void {
  const known = presence();
  if (since === known.returns) known.away = true;
}

/** True while the last attempt to connect has failed, or the last connection broke and none was opened since. */
export function databaseIsAway(): boolean {
  return presence().away;
}

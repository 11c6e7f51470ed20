/**
 * Whether the database could be reached when it was asked last. The framework bundles pages apart from our server: both
 * meet at the process.
 */

const slot = Symbol.for("loquat.database.away");
const store = globalThis as { [slot]?: boolean };

/** Notes that a connection was opened, or that one failed or broke. */
export function noteDatabase(state: "here" | "away"): void {
  store[slot] = state === "away";
}

/** True while the last attempt to connect has failed, or the last connection broke and none was opened since. */
export function databaseIsAway(): boolean {
  return store[slot] === true;
}

import { tallyChanges } from "@/lib/domain/changes/tallies";
import { db, sql } from "@/lib/platform/database";
import { textRow } from "./text-rows";

/**
 * Waits until every line of the ledger can be handed out to followers: that is when no older transaction is running any
 * more on the server, and other test files run theirs on the same one.
 */
export async function ledgerReadable(): Promise<void> {
  for (let round = 0; ; round++) {
    const open = await textRow(db, sql`select 1 from changes where tx >= ledger_horizon() limit 1`);
    if (!open) return;
    if (round > 600) throw new Error("A transaction of another test does not end.");
    await new Promise((done) => setTimeout(done, 50));
  }
}

/**
 * Tallies until nothing is left behind the boundary, however long transactions of other tests take. One call of
 * `tallyChanges` may leave lines, as the horizon waits for the open transactions of the whole server.
 */
export async function tallyAll(step?: number): Promise<number> {
  let lines = 0;
  for (let wait = 0; wait < 600; wait++) {
    await ledgerReadable();
    lines += await tallyChanges(step);
    const behind = await textRow(db, sql`select 1 from changes where tx > (select tx from change_boundaries) limit 1`);
    if (!behind) return lines;
  }
  throw new Error("A line cannot be tallied.");
}

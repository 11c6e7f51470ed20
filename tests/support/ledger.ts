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

import { followForMemory } from "@/lib/domain/memory/follow";
import { makeSketches } from "@/lib/domain/memory/sketches";
import { db, sql } from "@/lib/platform/database";
import { textRow } from "./text-rows";

/**
 * Lets the memory take in the whole ledger. A line is handed out once every older transaction of the server has ended,
 * and other test files run theirs on the same one, so it may take a moment. Gives the number of lines read.
 */
export async function learn(): Promise<number> {
  for (let read = 0, round = 0; ; round++) {
    read += await followForMemory();
    const left = await textRow(
      db,
      sql`
      select 1 from changes ch, settings s where s.name = 'memory-cursor'
        and (ch.tx, ch.id) > ((s.value->>'tx')::xid8, (s.value->>'id')::bigint) limit 1`,
    );
    if (!left) {
      await makeSketches();
      return read;
    }
    if (round > 300) throw new Error("The memory did not reach the end of the ledger.");
    await new Promise((done) => setTimeout(done, 50));
  }
}

import { sql, type Tx } from "@/lib/platform/database";
import { type Move, moveCounters, NUMBERS, negate } from "./counters";

type CounterValues = Record<string, unknown> & {
  objectId: number;
  lastChange: Date | null;
  lastAuthorId: number | null;
};

/**
 * Changes where components hang in the tree, or where they are shown, and carries their numbers from the old places to
 * the new ones. Everything that counts a component stays right, however many strings it has.
 * @param change writes the new places; nothing else may count these components meanwhile, so their counters are locked
 */
export async function relocate(tx: Tx, componentIds: readonly number[], change: () => Promise<void>): Promise<void> {
  const rows = await tx.rows<CounterValues>(sql`
    select k.* from counters k join translations t on t.id = k.object_id
    where k.scope = 'translation' and t.component_id = any(${[...componentIds]}::int[]) order by k.object_id for update of k`);
  const away = rows.map((row): Move => ({ translationId: row.objectId, numbers: negate(row) }));
  await moveCounters(tx, away);
  await change();
  await moveCounters(
    tx,
    away.map((move, index) => ({
      translationId: move.translationId,
      numbers: Object.fromEntries(NUMBERS.map((name) => [name, -(move.numbers[name] ?? 0)])),
      lastChange: rows[index]?.lastChange ?? undefined,
      lastAuthorId: rows[index]?.lastAuthorId,
    })),
  );
}

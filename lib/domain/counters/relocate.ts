import { counters, translations } from "@/lib/generated/tables";
import { pick } from "@/lib/platform/columns";
import { sql, type Tx } from "@/lib/platform/database";
import { anyOf } from "@/lib/platform/expressions";
import { applyCounterChanges, type CounterChange, eachNumber, NUMBERS, negate } from "./counters";

const [k, t] = [counters.as("k"), translations.as("t")];

/**
 * Changes where components hang in the tree, or where they are shown, and carries their numbers from the old places to
 * the new ones. Everything that counts a component stays right, however many strings it has.
 * @param change writes the new places; nothing else may count these components meanwhile, so their counters are locked
 */
export async function relocate(tx: Tx, componentIds: readonly number[], change: () => Promise<void>): Promise<void> {
  const { rows, away } = await takeAway(tx, componentIds);
  await change();
  await applyCounterChanges(
    tx,
    away.map((move, index) => ({
      translationId: move.translationId,
      numbers: eachNumber((name) => -(move.numbers[name] ?? 0)),
      lastChange: rows[index]?.lastChange ?? undefined,
      lastAuthorId: rows[index]?.lastAuthorId,
    })),
  );
}

/** Takes the numbers of components out of everything above them, and out of their own languages. */
async function takeAway(tx: Tx, componentIds: readonly number[]) {
  const rows = await tx.rows(sql`
    select ${pick(k, "objectId", "lastChange", "lastAuthorId", ...NUMBERS)} from ${k} join ${t} on ${t.id} = ${k.objectId}
    where ${k.scope} = 'translation' and ${anyOf(t.componentId, componentIds)} order by ${k.objectId} for update of k`);
  const away = rows.map((row): CounterChange => ({ translationId: row.objectId, numbers: negate(row) }));
  await applyCounterChanges(tx, away);
  return { rows, away };
}

/** Components whose numbers go at once; of more they go with the rows, in the background. */
const MOST_AT_ONCE = 200;

/**
 * Takes the numbers of components that are hidden from now on out of everything above them, so that pages do not count what
 * they no longer show. What is counted of them after that goes with their rows.
 */
export async function subtractComponents(tx: Tx, componentIds: readonly number[]): Promise<void> {
  if (componentIds.length <= MOST_AT_ONCE) await takeAway(tx, componentIds);
}

/** Takes a translation that is going away out of everything above it. Its row must still be there. */
export async function subtractFromCounters(tx: Tx, translationId: number): Promise<void> {
  const where = sql`${k.scope} = 'translation' and ${k.objectId} = ${translationId}`;
  const numbers = await tx.one(sql`select ${pick(k, ...NUMBERS)} from ${k} where ${where} for update`);
  if (!numbers) return;
  await applyCounterChanges(tx, [{ translationId, numbers: negate(numbers) }]);
  await tx.run(sql`delete from ${k} where ${where}`);
}

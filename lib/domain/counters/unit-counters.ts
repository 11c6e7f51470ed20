import { sourceUnits, units } from "@/lib/generated/tables";
import { named, type Typed } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber, present } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import {
  applyCounterChanges,
  type CounterChange,
  deferCounterChanges,
  NUMBERS,
  type Numbers,
  noNumbers,
} from "./counters";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Counts of some units as they stand: taken before and after a change, they give what the counters change by. */

const amount = (where: Sql) => asNumber(sql`count(*) filter (where ${where})`);
const sum = (of: Typed<number>, where: Sql) => asNumber(sql`coalesce(sum(${of}) filter (where ${where}), 0)`);

/** Sums of strings that `where` holds for, under a name of the counters. */
const counts = <Name extends "total" | "translated" | "fuzzy" | "approved" | "readonly">(name: Name, where: Sql) =>
  ({
    [name]: amount(where),
    [`${name}Words`]: sum(s.numWords, where),
    [`${name}Chars`]: sum(s.numChars, where),
  }) as Record<Name | `${Name}Words` | `${Name}Chars`, Typed<number>>;

const COUNTS = named({
  translationId: u.translationId,
  ...counts("total", sql`true`),
  ...counts("translated", sql`${u.state} >= ${literal(STATE.TRANSLATED)}`),
  ...counts("fuzzy", sql`${u.state} between ${literal(STATE.NEEDS_EDITING)} and ${literal(STATE.TRANSLATED - 1)}`),
  ...counts("approved", sql`${u.state} = ${literal(STATE.APPROVED)}`),
  ...counts("readonly", sql`${u.state} = ${literal(STATE.READ_ONLY)}`),
  failing: amount(u.failing),
  failingWords: sum(s.numWords, u.failing),
  suggestions: amount(u.suggested),
  comments: amount(u.commented),
  pending: amount(u.pending),
});

/** Numbers of the units of some source strings, by translation. */
export const countUnitsOfSources = (tx: Tx, sourceIds: readonly number[]): Promise<Map<number, Numbers>> =>
  countWhere(tx, anyOf(u.sourceId, sourceIds));

/** Numbers of some units, by translation. */
export const countUnits = (tx: Tx, unitIds: readonly number[]): Promise<Map<number, Numbers>> =>
  countWhere(tx, anyOf(u.id, unitIds));

/**
 * The same before a change. The units are held until the commit: whoever else counts them, as the checks that run behind
 * saves do, would see them change twice.
 */
export const countHeldUnitsOfSources = (tx: Tx, sourceIds: readonly number[]): Promise<Map<number, Numbers>> =>
  countHeldWhere(tx, anyOf(u.sourceId, sourceIds));

/** Numbers of some units before a change, by translation; the units are held. */
export const countHeldUnits = (tx: Tx, unitIds: readonly number[]): Promise<Map<number, Numbers>> =>
  countHeldWhere(tx, anyOf(u.id, unitIds));

async function countHeldWhere(tx: Tx, where: Sql): Promise<Map<number, Numbers>> {
  await tx.run(sql`select ${present} from ${u} where ${where} order by ${u.id} for update`);
  return countWhere(tx, where);
}

async function countWhere(tx: Tx, where: Sql): Promise<Map<number, Numbers>> {
  const rows = await tx.rows(
    sql`select ${COUNTS} from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${where} group by ${u.translationId}`,
  );
  return new Map(rows.map(({ translationId, ...numbers }) => [translationId, { ...noNumbers(), ...numbers }]));
}

/**
 * Changes the counters by the difference between two counts of units. When and by whom there was a change is counted with the
 * ledger's lines, see `record`.
 */
export async function applyCountDifference(
  tx: Tx,
  before: ReadonlyMap<number, Numbers>,
  after: ReadonlyMap<number, Numbers>,
): Promise<void> {
  await applyCounterChanges(tx, difference(before, after));
}

/** The same at the end of the transaction, see `deferCounterChanges`. */
export function deferCountDifference(
  tx: Tx,
  before: ReadonlyMap<number, Numbers>,
  after: ReadonlyMap<number, Numbers>,
): void {
  deferCounterChanges(tx, difference(before, after));
}

function difference(before: ReadonlyMap<number, Numbers>, after: ReadonlyMap<number, Numbers>): CounterChange[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].map((translationId) => {
    const numbers = noNumbers();
    for (const name of NUMBERS)
      numbers[name] = (after.get(translationId)?.[name] ?? 0) - (before.get(translationId)?.[name] ?? 0);
    return { translationId, numbers };
  });
}

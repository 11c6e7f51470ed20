import { sourceUnits, units } from "@/lib/generated/tables";
import { named, type Typed } from "@/lib/platform/columns";
import { literal, type Sql, sql, type Tx } from "@/lib/platform/database";
import { anyOf, asNumber } from "@/lib/platform/expressions";
import { STATE } from "@/lib/text/codes";
import { type Move, moveCounters, moveCountersLater, NUMBERS, type Numbers, noNumbers } from "./counters";

const [u, s] = [units.as("u"), sourceUnits.as("s")];

/** Weighing: the numbers of some units as they stand, to move the counters by the difference of two weighings. */

const amount = (where: Sql) => asNumber(sql`count(*) filter (where ${where})`);
const sum = (of: Typed<number>, where: Sql) => asNumber(sql`coalesce(sum(${of}) filter (where ${where}), 0)`);

/** Sums of strings that `where` holds for, under a name of the counters. */
const weight = <Name extends "total" | "translated" | "fuzzy" | "approved" | "readonly">(name: Name, where: Sql) =>
  ({
    [name]: amount(where),
    [`${name}Words`]: sum(s.numWords, where),
    [`${name}Chars`]: sum(s.numChars, where),
  }) as Record<Name | `${Name}Words` | `${Name}Chars`, Typed<number>>;

const WEIGHTS = named({
  translationId: u.translationId,
  ...weight("total", sql`true`),
  ...weight("translated", sql`${u.state} >= ${literal(STATE.TRANSLATED)}`),
  ...weight("fuzzy", sql`${u.state} between ${literal(STATE.NEEDS_EDITING)} and ${literal(STATE.TRANSLATED - 1)}`),
  ...weight("approved", sql`${u.state} = ${literal(STATE.APPROVED)}`),
  ...weight("readonly", sql`${u.state} = ${literal(STATE.READ_ONLY)}`),
  failing: amount(u.failing),
  failingWords: sum(s.numWords, u.failing),
  suggestions: amount(u.suggested),
  comments: amount(u.commented),
  pending: amount(u.pending),
});

/** Numbers of the units of some source strings, by translation. */
export const weighOfSources = (tx: Tx, sourceIds: readonly number[]): Promise<Map<number, Numbers>> =>
  weigh(tx, anyOf(u.sourceId, sourceIds));

/** Numbers of some units, by translation. */
export const weighUnits = (tx: Tx, unitIds: readonly number[]): Promise<Map<number, Numbers>> =>
  weigh(tx, anyOf(u.id, unitIds));

async function weigh(tx: Tx, where: Sql): Promise<Map<number, Numbers>> {
  const rows = await tx.rows(
    sql`select ${WEIGHTS} from ${u} join ${s} on ${s.id} = ${u.sourceId} where ${where} group by ${u.translationId}`,
  );
  return new Map(rows.map(({ translationId, ...numbers }) => [translationId, { ...noNumbers(), ...numbers }]));
}

/** Moves the counters by the difference of two weighings. */
export async function moveBetween(
  tx: Tx,
  before: ReadonlyMap<number, Numbers>,
  after: ReadonlyMap<number, Numbers>,
  extra: { lastChange?: Date; lastAuthorId?: number | null } = {},
): Promise<void> {
  await moveCounters(tx, difference(before, after, extra));
}

/** The same at the end of the transaction, see `moveCountersLater`. */
export function moveBetweenLater(
  tx: Tx,
  before: ReadonlyMap<number, Numbers>,
  after: ReadonlyMap<number, Numbers>,
): void {
  moveCountersLater(tx, difference(before, after, {}));
}

function difference(
  before: ReadonlyMap<number, Numbers>,
  after: ReadonlyMap<number, Numbers>,
  extra: { lastChange?: Date; lastAuthorId?: number | null },
): Move[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].map((translationId) => {
    const numbers = noNumbers();
    for (const name of NUMBERS)
      numbers[name] = (after.get(translationId)?.[name] ?? 0) - (before.get(translationId)?.[name] ?? 0);
    return { translationId, numbers, ...extra };
  });
}

import { rawSql, sql, type Tx } from "@/lib/platform/database";
import { STATE } from "@/lib/text/codes";
import { type Move, moveCounters, moveCountersLater, NUMBERS, type Numbers, noNumbers } from "./counters";

/** Weighing: the numbers of some units as they stand, to move the counters by the difference of two weighings. */

/** Numbers of the units of some source strings, by translation. */
export async function weighOfSources(tx: Tx, sourceIds: readonly number[]): Promise<Map<number, Numbers>> {
  const rows = await tx.rows<{ translationId: number } & Record<string, number>>(sql`
    select u.translation_id, ${WEIGHTS} from units u join source_units s on s.id = u.source_id
    where u.source_id = any(${sourceIds}::bigint[]) group by u.translation_id`);
  return toNumbers(rows);
}

/** Numbers of some units, by translation. */
export async function weighUnits(tx: Tx, unitIds: readonly number[]): Promise<Map<number, Numbers>> {
  const rows = await tx.rows<{ translationId: number } & Record<string, number>>(sql`
    select u.translation_id, ${WEIGHTS} from units u join source_units s on s.id = u.source_id
    where u.id = any(${unitIds}::bigint[]) group by u.translation_id`);
  return toNumbers(rows);
}

const CLASSES: readonly (readonly [string, string])[] = [
  ["total", "true"],
  ["translated", `u.state >= ${STATE.TRANSLATED}`],
  ["fuzzy", `u.state between ${STATE.NEEDS_EDITING} and ${STATE.TRANSLATED - 1}`],
  ["approved", `u.state = ${STATE.APPROVED}`],
  ["readonly", `u.state = ${STATE.READ_ONLY}`],
];

/** Sums over the aliases `u` and `s`, named like the counters. */
const WEIGHTS = rawSql(
  [
    ...CLASSES.flatMap(([name, condition]) => [
      `count(*) filter (where ${condition}) as ${name}`,
      `coalesce(sum(s.num_words) filter (where ${condition}), 0) as ${name}_words`,
      `coalesce(sum(s.num_chars) filter (where ${condition}), 0) as ${name}_chars`,
    ]),
    "count(*) filter (where u.failing) as failing",
    "coalesce(sum(s.num_words) filter (where u.failing), 0) as failing_words",
    "count(*) filter (where u.suggested) as suggestions",
    "count(*) filter (where u.commented) as comments",
    "count(*) filter (where u.pending) as pending",
  ].join(", "),
);

function camel(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function toNumbers(rows: ({ translationId: number } & Record<string, number>)[]): Map<number, Numbers> {
  return new Map(
    rows.map((row) => {
      const numbers = noNumbers();
      for (const name of NUMBERS) numbers[name] = row[camel(name)] ?? 0;
      return [row.translationId, numbers];
    }),
  );
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

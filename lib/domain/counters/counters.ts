import { type Counters, changes, componentLinks, components, counters, translations } from "@/lib/generated/tables";
import {
  assigned,
  combined,
  cte,
  defined,
  eachRow,
  named,
  names,
  pick,
  recordset,
  type Typed,
  unionAll,
  type ValuesOf,
} from "@/lib/platform/columns";
import { rawSql, type Sql, sql, type Tx, whole } from "@/lib/platform/database";
import { anyOf, asNumber, asText } from "@/lib/platform/expressions";
import { needsEditing, STATE, type UnitState } from "@/lib/text/codes";
import { actionCodes } from "../change-actions";

/**
 * The counters above units. Nothing else in Loquat counts: whoever changes units says by how much the numbers of
 * their translations move, and one statement carries that up to the site.
 */

const [t, c, l] = [translations.as("t"), components.as("c"), componentLinks.as("l")];
const [k, ch, excluded] = [counters.as("k"), changes.as("ch"), counters.as("excluded")];

/** Names of the numbers, as columns of `counters`. */
export const NUMBERS = [
  "total",
  "totalWords",
  "totalChars",
  "translated",
  "translatedWords",
  "translatedChars",
  "fuzzy",
  "fuzzyWords",
  "fuzzyChars",
  "approved",
  "approvedWords",
  "approvedChars",
  "readonly",
  "readonlyWords",
  "readonlyChars",
  "failing",
  "failingWords",
  "suggestions",
  "comments",
  "pending",
  "translations",
  "recent",
] as const satisfies readonly (keyof Counters)[];

export type NumberName = (typeof NUMBERS)[number];
export type Numbers = Record<NumberName, number>;

/** Something for each of the numbers. */
export const eachNumber = <Value>(make: (name: NumberName) => Value): Record<NumberName, Value> =>
  Object.fromEntries(NUMBERS.map((name) => [name, make(name)])) as Record<NumberName, Value>;

/** A unit as far as counting goes. */
export interface CountedUnit {
  state: UnitState;
  numWords: number;
  numChars: number;
  failing: boolean;
  suggested: boolean;
  commented: boolean;
  pending: boolean;
}

/** All numbers zero. */
export function noNumbers(): Numbers {
  return eachNumber(() => 0);
}

/** Adds one unit, `sign` times. */
export function addUnit(numbers: Numbers, unit: CountedUnit, sign: 1 | -1): void {
  const words = unit.numWords * sign;
  const chars = unit.numChars * sign;
  const add = (name: "translated" | "fuzzy" | "approved" | "readonly" | "total") => {
    numbers[name] += sign;
    numbers[`${name}Words`] += words;
    numbers[`${name}Chars`] += chars;
  };
  add("total");
  if (unit.state >= STATE.TRANSLATED) add("translated");
  if (needsEditing(unit.state)) add("fuzzy");
  if (unit.state === STATE.APPROVED) add("approved");
  if (unit.state === STATE.READ_ONLY) add("readonly");
  if (unit.failing) {
    numbers.failing += sign;
    numbers.failingWords += words;
  }
  if (unit.suggested) numbers.suggestions += sign;
  if (unit.commented) numbers.comments += sign;
  if (unit.pending) numbers.pending += sign;
}

/** Numbers with their sign turned: what takes an object out of everything above it. */
export const negate = (numbers: Numbers): Numbers => eachNumber((name) => -numbers[name]);

/** By how much the numbers of one translation move. */
export interface CounterChange {
  translationId: number;
  numbers: Partial<Numbers>;
  /** Moment of the newest content change, and who is credited; undefined when no text changed. */
  lastChange?: Date;
  lastAuthorId?: number | null;
}

/**
 * Carries the moves up: translation, component, its categories, its project and those it is shared with, the
 * project's language, the language and the site. Rows are taken in one order, so that two writers cannot deadlock.
 *
 * `recent` holds the content changes in the six hours before a translation's last one (the contract 4.12). Whoever
 * writes the ledger adds the new ones; those that a later last change leaves behind are taken off here, so that each
 * line of the ledger is counted twice in its life and never when somebody asks.
 */
export async function applyCounterChanges(tx: Tx, moves: readonly CounterChange[]): Promise<void> {
  const statement = carryUp(moves);
  if (statement) await tx.run(statement);
}

/** The statement that carries moves up; undefined when nothing moves. */
function carryUp(moves: readonly CounterChange[]): Sql | undefined {
  const rows = moves
    .filter((move) => move.lastChange || NUMBERS.some((name) => (move.numbers[name] ?? 0) !== 0))
    .map((move) => ({
      translationId: move.translationId,
      lastChange: move.lastChange ?? null,
      lastAuthorId: move.lastAuthorId ?? null,
      ...eachNumber((name) => move.numbers[name] ?? 0),
    }));
  return rows.length === 0 ? undefined : sql`with ${defined(place(rows))}, ${CARRY_UP}`;
}

const waiting = new WeakMap<Tx, Map<number, CounterChange>>();

/**
 * Carries moves up at the end of the transaction, all of them in one statement: the counters that everybody moves are
 * locked for a moment only, and always in the same order. For transactions that leave translations where they are.
 */
export function deferCounterChanges(tx: Tx, moves: readonly CounterChange[]): void {
  let known = waiting.get(tx);
  if (!known) {
    const fresh = new Map<number, CounterChange>();
    waiting.set(tx, fresh);
    tx.beforeCommit.push(() => carryUp([...fresh.values()]));
    known = fresh;
  }
  for (const move of moves) known.set(move.translationId, joined(known.get(move.translationId), move));
}

function joined(before: CounterChange | undefined, move: CounterChange): CounterChange {
  if (!before) return move;
  const numbers: Partial<Numbers> = { ...before.numbers };
  for (const name of NUMBERS) {
    const more = move.numbers[name];
    if (more !== undefined) numbers[name] = (numbers[name] ?? 0) + more;
  }
  return { ...before, ...move, numbers };
}

const MOVE = {
  translationId: t.id,
  lastChange: k.lastChange,
  lastAuthorId: k.lastAuthorId,
  ...eachNumber((name) => k[name]),
};

const MOVED = pick(recordset("m", MOVE, []), "translationId", "lastChange", "lastAuthorId", ...NUMBERS);
const HOLDERS = combined(pick(t, "languageId", "componentId"), pick(c, "projectId", "categoryId"));

/** Moves with what holds their translations. */
function place(rows: readonly ValuesOf<typeof MOVE>[]) {
  const m = recordset("m", MOVE, rows);
  return cte(
    "placed",
    sql`
      select ${MOVED}, ${HOLDERS}
      from ${m} join ${t} on ${t.id} = ${m.translationId} join ${c} on ${c.id} = ${t.componentId}`,
  );
}

/** What follows the moves of any rows; put together once, as every save of a string needs it. */
const CARRY_UP = whole(carryUpFromPlaces());

function carryUpFromPlaces(): Sql {
  const placed = place([]);
  const held = cte(
    "held",
    sql`
      select ${pick(k, "objectId", "lastChange")} from ${k}
      where ${k.scope} = 'translation' and ${k.languageId} = 0 and ${k.objectId} in (select ${placed.translationId} from ${placed})
      order by ${k.objectId} for update`,
  );
  const leftBehind = sql`
    (select count(*) from ${ch} where ${ch.translationId} = ${placed.translationId} and ${anyOf(ch.action, actionCodes("content"))}
      and ${ch.at} > coalesce(${held.lastChange}, '-infinity') - interval '6 hours' and ${ch.at} <= ${placed.lastChange} - interval '6 hours')`;
  const aged = cte(
    "aged",
    sql`
      select ${pick(placed, "translationId", "languageId", "componentId", "categoryId", "lastChange", "lastAuthorId")},
        ${named({ ...eachNumber((name) => placed[name]), recent: asNumber(sql`${placed.recent} - ${leftBehind}`) })}
      from ${placed} left join ${held} on ${held.objectId} = ${placed.translationId}`,
  );
  const o = cte(
    "projects_of",
    sql`
      select distinct ${pick(placed, "componentId", "projectId")} from ${placed}
      union select ${l.componentId}, ${l.projectId} from ${l} where ${l.componentId} in (select ${placed.componentId} from ${placed})`,
  );
  const none = asNumber(sql`0`);
  const moved = pick(aged, "lastChange", "lastAuthorId", ...NUMBERS);
  const to = (scope: string, objectId: Typed<number>, languageId = none) =>
    combined(named({ scope: asText(rawSql(`'${scope}'`)), objectId, languageId }), moved);
  const ofProjects = sql`join ${o} on ${o.componentId} = ${aged.componentId}`;
  const ofCategories = sql`cross join unnest(category_chain(${aged.categoryId})) as g`;
  const scoped = cte(
    "scoped",
    unionAll(
      sql`select ${to("translation", aged.translationId)} from ${aged}`,
      sql`select ${to("component", aged.componentId)} from ${aged}`,
      sql`select ${to("category", asNumber(sql`g`))} from ${aged} ${ofCategories}`,
      sql`select ${to("project", o.projectId)} from ${aged} ${ofProjects}`,
      sql`select ${to("project-language", o.projectId, aged.languageId)} from ${aged} ${ofProjects}`,
      sql`select ${to("language", aged.languageId)} from ${aged}`,
      sql`select ${to("site", none)} from ${aged}`,
    ),
  );
  return sql`
    ${defined(held, aged, o, scoped)}
    insert into ${k} ${eachRow(k, {
      scope: scoped.scope,
      objectId: scoped.objectId,
      languageId: scoped.languageId,
      lastChange: sql`max(${scoped.lastChange})`,
      lastAuthorId: sql`max(${scoped.lastAuthorId})`,
      ...eachNumber((name) => sql`sum(${scoped[name]})`),
    })}
    from ${scoped} group by 1, 2, 3 order by 1, 2, 3
    on conflict (${names(k, "scope", "objectId", "languageId")}) do update set ${assigned(k, {
      lastChange: sql`greatest(${k.lastChange}, ${excluded.lastChange})`,
      lastAuthorId: sql`
        case when ${excluded.lastChange} is not null and (${k.lastChange} is null or ${excluded.lastChange} >= ${k.lastChange})
          then ${excluded.lastAuthorId} else ${k.lastAuthorId} end`,
      ...eachNumber((name) => sql`${k[name]} + ${excluded[name]}`),
    })}`;
}

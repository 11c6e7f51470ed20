import { rawSql, type Sql, sql, type Tx } from "@/lib/platform/database";
import { needsEditing, STATE } from "@/lib/text/codes";
import { actionCodes } from "../change-actions";

/**
 * The counters above units. Nothing else in Loquat counts: whoever changes units says by how much the numbers of
 * their translations move, and one statement carries that up to the site.
 */

/** Names of the numbers, as columns of `counters`. */
export const NUMBERS = [
  "total",
  "total_words",
  "total_chars",
  "translated",
  "translated_words",
  "translated_chars",
  "fuzzy",
  "fuzzy_words",
  "fuzzy_chars",
  "approved",
  "approved_words",
  "approved_chars",
  "readonly",
  "readonly_words",
  "readonly_chars",
  "failing",
  "failing_words",
  "suggestions",
  "comments",
  "pending",
  "translations",
  "recent",
] as const;

export type NumberName = (typeof NUMBERS)[number];
export type Numbers = Record<NumberName, number>;

/** A unit as far as counting goes. */
export interface Weighed {
  state: number;
  numWords: number;
  numChars: number;
  failing: boolean;
  suggested: boolean;
  commented: boolean;
  pending: boolean;
}

/** All numbers zero. */
export function noNumbers(): Numbers {
  return Object.fromEntries(NUMBERS.map((name) => [name, 0])) as Numbers;
}

/** Adds one unit, `sign` times. */
export function addUnit(numbers: Numbers, unit: Weighed, sign: 1 | -1): void {
  const words = unit.numWords * sign;
  const chars = unit.numChars * sign;
  const add = (name: "translated" | "fuzzy" | "approved" | "readonly" | "total") => {
    numbers[name] += sign;
    numbers[`${name}_words`] += words;
    numbers[`${name}_chars`] += chars;
  };
  add("total");
  if (unit.state >= STATE.TRANSLATED) add("translated");
  if (needsEditing(unit.state)) add("fuzzy");
  if (unit.state === STATE.APPROVED) add("approved");
  if (unit.state === STATE.READ_ONLY) add("readonly");
  if (unit.failing) {
    numbers.failing += sign;
    numbers.failing_words += words;
  }
  if (unit.suggested) numbers.suggestions += sign;
  if (unit.commented) numbers.comments += sign;
  if (unit.pending) numbers.pending += sign;
}

/** The numbers of a row of `counters` with their sign turned: what takes an object out of everything above it. */
export function negate(row: Record<string, unknown>): Numbers {
  const numbers = noNumbers();
  for (const name of NUMBERS) {
    const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    numbers[name] = -Number(row[key] ?? 0);
  }
  return numbers;
}

/** By how much the numbers of one translation move. */
export interface Move {
  translationId: number;
  numbers: Partial<Numbers>;
  /** Moment of the newest content change, and who is credited; undefined when no text changed. */
  lastChange?: Date;
  lastAuthorId?: number | null;
}

/** The same list in SQL, with a piece of text before and after each name. */
function listed(before = "", after = ""): Sql {
  return rawSql(NUMBERS.map((name) => `${before}${name}${after}`).join(", "));
}

/**
 * Carries the moves up: translation, component, its categories, its project and those it is shared with, the
 * project's language, the language and the site. Rows are taken in one order, so that two writers cannot deadlock.
 *
 * `recent` holds the content changes in the six hours before a translation's last one (the contract 4.12). Whoever
 * writes the ledger adds the new ones; those that a later last change leaves behind are taken off here, so that each
 * line of the ledger is counted twice in its life and never when somebody asks.
 */
export async function moveCounters(tx: Tx, moves: readonly Move[]): Promise<void> {
  const statement = carryUp(moves);
  if (statement) await tx.run(statement);
}

/** The statement that carries moves up; undefined when nothing moves. */
function carryUp(moves: readonly Move[]): Sql | undefined {
  const rows = moves
    .filter((move) => move.lastChange || NUMBERS.some((name) => (move.numbers[name] ?? 0) !== 0))
    .map((move) => ({
      translation_id: move.translationId,
      last_change: move.lastChange ?? null,
      last_author_id: move.lastAuthorId ?? null,
      ...Object.fromEntries(NUMBERS.map((name) => [name, move.numbers[name] ?? 0])),
    }));
  return rows.length === 0 ? undefined : carryUpRows(JSON.stringify(rows));
}

const waiting = new WeakMap<Tx, Map<number, Move>>();

/**
 * Carries moves up at the end of the transaction, all of them in one statement: the counters that everybody moves are
 * locked for a moment only, and always in the same order. For transactions that leave translations where they are.
 */
export function moveCountersLater(tx: Tx, moves: readonly Move[]): void {
  let known = waiting.get(tx);
  if (!known) {
    const fresh = new Map<number, Move>();
    waiting.set(tx, fresh);
    tx.beforeCommit.push(() => carryUp([...fresh.values()]));
    known = fresh;
  }
  for (const move of moves) known.set(move.translationId, joined(known.get(move.translationId), move));
}

function joined(before: Move | undefined, move: Move): Move {
  if (!before) return move;
  const numbers: Partial<Numbers> = { ...before.numbers };
  for (const name of NUMBERS) {
    const more = move.numbers[name];
    if (more !== undefined) numbers[name] = (numbers[name] ?? 0) + more;
  }
  return { ...before, ...move, numbers };
}

function carryUpRows(json: string): Sql {
  return sql`
    with moved as (
      select * from jsonb_to_recordset(${json}::jsonb) as m(
        translation_id int, last_change timestamptz, last_author_id int, ${listed("", " bigint")})
    ), placed as (
      select m.*, t.language_id, t.component_id, c.project_id, c.category_id
      from moved m join translations t on t.id = m.translation_id join components c on c.id = t.component_id
    ), held as (
      select k.object_id, k.last_change from counters k
      where k.scope = 'translation' and k.language_id = 0 and k.object_id in (select translation_id from placed) order by k.object_id for update
    ), aged as (
      select p.translation_id, p.language_id, p.component_id, p.category_id, p.last_change, p.last_author_id, ${rawSql(
        NUMBERS.filter((name) => name !== "recent")
          .map((name) => `p.${name}`)
          .join(", "),
      )},
        p.recent - (select count(*) from changes ch where ch.translation_id = p.translation_id
          and ch.at > coalesce(h.last_change, '-infinity') - interval '6 hours' and ch.at <= p.last_change - interval '6 hours'
          and ch.action = any(${actionCodes("content")}::smallint[])) as recent
      from placed p left join held h on h.object_id = p.translation_id
    ), projects_of as (
      select distinct component_id, project_id from placed
      union select l.component_id, l.project_id from component_links l where l.component_id in (select component_id from placed)
    ), scoped(scope, object_id, language_key, last_change, last_author_id, ${listed()}) as (
      select 'translation', translation_id, 0, last_change, last_author_id, ${listed()} from aged
      union all select 'component', component_id, 0, last_change, last_author_id, ${listed()} from aged
      union all select 'category', k, 0, last_change, last_author_id, ${listed()} from aged, unnest(category_chain(category_id)) as k
      union all select 'project', o.project_id, 0, last_change, last_author_id, ${listed()} from aged join projects_of o using (component_id)
      union all select 'project-language', o.project_id, language_id, last_change, last_author_id, ${listed()}
        from aged join projects_of o using (component_id)
      union all select 'language', language_id, 0, last_change, last_author_id, ${listed()} from aged
      union all select 'site', 0, 0, last_change, last_author_id, ${listed()} from aged
    )
    insert into counters as k (scope, object_id, language_id, last_change, last_author_id, ${listed()})
    select scope, object_id, language_key, max(last_change), max(last_author_id), ${listed("sum(", ")")}
    from scoped group by 1, 2, 3 order by 1, 2, 3
    on conflict (scope, object_id, language_id) do update set
      last_change = greatest(k.last_change, excluded.last_change),
      last_author_id = case when excluded.last_change is not null and (k.last_change is null or excluded.last_change >= k.last_change)
        then excluded.last_author_id else k.last_author_id end,
      ${rawSql(NUMBERS.map((name) => `${name} = k.${name} + excluded.${name}`).join(", "))}`;
}

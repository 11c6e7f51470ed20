import { type Connection, inTransaction, rawSql, type Sql, searchPool, type Tx } from "@/lib/platform/database";
import { isSearchLimitReached, withinSearchLimit } from "@/lib/platform/search-limit";
import { refusal } from "@/lib/text/messages/refusal";
import type { Query } from "@/lib/text/search-query/query";
import type { Actor } from "../access/actor";
import { Busy, Invalid } from "../errors";
import { senderOf } from "../uploaded-files";

/** Searches that may be costly: two at a time, on connections of their own, and for seconds only. */

/** How long all statements of a search may take together. */
const LONGEST_MS = { anonymous: 2000, person: 8000 };

/** What PostgreSQL calls a statement that ran out of time, and an expression it cannot read. */
const CANCELLED = "57014";
const BAD_EXPRESSION = "2201B";

/** Fields that no index and no number helps with, whatever they are compared with. */
const SLOW_FIELDS: ReadonlySet<string> = new Set(["path", "last_changed", "source_changed"]);
const SLOW_WORDS: ReadonlySet<string> = new Set(["variant", "glossary"]);
/** So many conditions are costly together, whatever they are. */
const MANY = 20;

/**
 * Whether a search goes through the gate. Costly is what reads texts: words and phrases, every field that is compared
 * with a text or a regular expression (`source:`, `note:`, `component:`, …), `path:`, `last_changed:`, `source_changed:`,
 * `has:variant` and `has:glossary`, and more than twenty conditions of any kind. Not costly are states, flags, numbers,
 * dates, languages, checks and people, which are answered from columns and indexes.
 */
export function isCostly(query: Query): boolean {
  let conditions = 0;
  const reads = (one: Query): boolean => {
    conditions++;
    switch (one.kind) {
      case "all":
        return false;
      case "text":
        return true;
      case "not":
        return reads(one.query);
      case "and":
      case "or":
        return one.queries.some(reads);
      case "field": {
        const { field, match } = one;
        return match.kind === "text" || SLOW_FIELDS.has(field) || (match.kind === "name" && SLOW_WORDS.has(match.name));
      }
    }
  };
  return reads(query) || conditions > MANY;
}

/** What went wrong in a statement that is made of what somebody typed, as that person should read it. */
export function searchError(error: unknown): unknown {
  const code = (error as { code?: string }).code;
  if (code === CANCELLED) return Invalid.field("q", refusal("searchTakesToo"));
  if (code === BAD_EXPRESSION)
    return Invalid.field(
      "q",
      refusal("regularExpressionNotValid", { message: (error as Error).message.slice(0, 200) }),
    );
  return error;
}

/** Reads rows. */
export type Reading = Pick<Connection, "rows" | "one">;

/** Gives every statement only the time that those before it have left. */
function within(tx: Tx, until: number): Reading {
  const hurry = () =>
    tx.run(rawSql(`set local statement_timeout = ${Math.max(1, Math.ceil(until - performance.now()))}`));
  return {
    async rows<Row extends object>(statement: Sql<Row>): Promise<Row[]> {
      const [, rows] = await Promise.all([hurry(), tx.rows(statement)]);
      return rows;
    },
    async one<Row extends object>(statement: Sql<Row>): Promise<Row | undefined> {
      const [, row] = await Promise.all([hurry(), tx.one(statement)]);
      return row;
    },
  };
}

/**
 * Runs a search that may be costly when it is its turn: two at a time in this process, one of each caller, and one of all
 * that nobody is signed in for.
 * @throws Invalid on `q` when it takes more than 8 seconds (2 without signing in) or holds a broken regular expression;
 *   Busy when too many are waiting
 */
export async function runSearch<T>(actor: Actor, work: (on: Reading) => Promise<T>): Promise<T> {
  const who = { key: senderOf(actor), anonymous: actor.isAnonymous };
  try {
    return await withinSearchLimit(who, () =>
      inTransaction(
        (tx) => work(within(tx, performance.now() + LONGEST_MS[actor.isAnonymous ? "anonymous" : "person"])),
        { pool: searchPool },
      ),
    );
  } catch (error) {
    if (!isSearchLimitReached(error)) throw searchError(error);
    throw error.own
      ? new Busy(refusal("otherSearchesStill"), {
          seconds: 5,
          own: true,
        })
      : new Busy(refusal("tooManySearches"), { seconds: 5, own: false });
  }
}

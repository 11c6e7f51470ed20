import { adhocSql, joinSql, rawSql, type Sql, sql } from "@/lib/platform/database";
import type { SearchFields } from "@/lib/text/search-query/fields";
import { parseQuery } from "@/lib/text/search-query/parse";
import { type FieldMatch, type Query, QueryError } from "@/lib/text/search-query/query";
import { Invalid } from "../../errors";

/** Searches for other things than strings: few rows, so that every condition stands in one statement. */

type FieldQuery = Extract<Query, { kind: "field" }>;

/** What a search asks of a row. */
export interface Asked {
  /** A word or phrase that stands alone. */
  words: (text: string) => Sql;
  /** @throws Invalid on `q` */
  field: (field: string, match: FieldMatch) => Sql;
  /** Fields that ask for one event: those that stand side by side ask for the same. */
  events?: ReadonlySet<string>;
  /** Whether there is an event of which all of these are true. */
  event?: (queries: readonly FieldQuery[]) => Sql;
}

/** The condition of a search for rows of one kind; undefined for the empty one. @throws Invalid on `q` */
export function askedCondition(query: string, fields: SearchFields, asked: Asked): Sql | undefined {
  if (query.trim() === "") return undefined;
  try {
    return adhocSql(conditionOf(parseQuery(query, fields), asked));
  } catch (error) {
    if (error instanceof QueryError) throw Invalid.field("q", error.said);
    throw error;
  }
}

function conditionOf(query: Query, asked: Asked): Sql {
  const ofEvent = (one: Query): one is FieldQuery =>
    one.kind === "field" && asked.event !== undefined && (asked.events?.has(one.field) ?? false);
  switch (query.kind) {
    case "all":
      return rawSql("true");
    case "text":
      return asked.words(query.text);
    case "field":
      return ofEvent(query) && asked.event ? asked.event([query]) : asked.field(query.field, query.match);
    case "not":
      return sql`(not coalesce(${conditionOf(query.query, asked)}, false))`;
    case "or":
      return sql`(${joinSql(
        query.queries.map((one) => conditionOf(one, asked)),
        " or ",
      )})`;
    case "and": {
      const events = query.queries.filter(ofEvent);
      const others = query.queries.filter((one) => !ofEvent(one)).map((one) => conditionOf(one, asked));
      const all = events.length > 0 && asked.event ? [asked.event(events), ...others] : others;
      return sql`(${joinSql(all, " and ")})`;
    }
  }
}

import type { Refusal } from "@/lib/text/messages/refusal";

/** What a search asks for, as a tree. Others turn it into SQL; nothing here knows about tables. */

export type Comparison = ">" | ">=" | "<" | "<=";

/** A moment or a stretch of time, as it was written; `dateBounds` gives its ends. */
export type DateValue =
  | { kind: "absolute"; text: string }
  | { kind: "relative"; amount: number; unit: "minute" | "hour" | "day" | "week" | "month" | "year" };

/** What a field is compared with. */
export type FieldMatch =
  /** Text that holds, is, or matches; letter case counts for none but `regex`. */
  | { kind: "text"; how: "contains" | "exact" | "regex"; text: string }
  /** One name of a fixed or open set: a code, a slug, a user name, a check, `is:` and `has:`. */
  | { kind: "name"; name: string }
  | { kind: "number"; how: "=" | Comparison; value: number }
  | { kind: "numbers"; values: number[] }
  | { kind: "number-range"; from: number; to: number }
  /** State codes as the service stores them. Equality with 10 asks for the family 10, 11 and 12. */
  | { kind: "state"; how: "=" | Comparison; state: number }
  | { kind: "state-range"; from: number; to: number }
  | { kind: "boolean"; value: boolean }
  /** `=` is anywhere in the stretch, `>` after its end, `<` before its start, `>=` and `<=` include it. */
  | { kind: "date"; how: "=" | Comparison; date: DateValue }
  | { kind: "date-range"; from: DateValue; to: DateValue };

export type Query =
  /** Everything: the empty search. */
  | { kind: "all" }
  /** A word or phrase in source, target or context. */
  | { kind: "text"; text: string }
  | { kind: "field"; field: string; match: FieldMatch }
  | { kind: "not"; query: Query }
  | { kind: "and"; queries: Query[] }
  | { kind: "or"; queries: Query[] };

/** A search that cannot be understood: why, to be said in the language of the reader, and the part of the text it is about. */
export class QueryError extends Error {
  override readonly name = "QueryError";
  constructor(
    readonly said: Refusal,
    readonly start: number,
    readonly end: number,
  ) {
    super(said.key);
  }
}

import { type Refusal, type RefusalKey, refusal } from "@/lib/text/messages/refusal";
import { parseDate } from "@/lib/text/search-query/dates";
import { type FieldType, type SearchField, STATE_NAMES } from "@/lib/text/search-query/fields";
import { type Comparison, type DateValue, type FieldMatch, QueryError } from "@/lib/text/search-query/query";
import { postgresRegex, RegexError } from "@/lib/text/search-query/regex";
import type { RawValue, Token } from "@/lib/text/search-query/tokens";

type FieldToken = Extract<Token, { kind: "field" }>;
type RangeToken = Extract<Token, { kind: "range" }>;

const MAX_REGEX = 500;
const MAX_IDS = 1000;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...["yes", "true", "1", "on"].map((word) => [word, true] as const),
  ...["no", "false", "0", "off"].map((word) => [word, false] as const),
]);

const wrong = (said: Refusal, { start, end }: { start: number; end: number }): QueryError =>
  new QueryError(said, start, end);

const shown = (text: string): string => text.slice(0, 60);

type Reader = (token: FieldToken, type: FieldType) => FieldMatch;

const howOf = (token: FieldToken): "=" | Comparison => (token.operator === "" ? "=" : token.operator);

const READERS: Record<FieldType["kind"], Reader> = {
  text(token) {
    withoutComparison(token, "searchComparesNoText");
    if (token.value.regex) return regexOf(token.value);
    return { kind: "text", how: token.operator === "=" ? "exact" : "contains", text: token.value.text };
  },
  name(token) {
    withoutComparison(token, "searchComparesNoName");
    return { kind: "name", name: token.value.text };
  },
  choice(token, type) {
    withoutComparison(token, "searchComparesNoChoice");
    const choices = type.kind === "choice" ? type.choices : new Map<string, string>();
    const name = choices.get(token.value.text) ?? choices.get(token.value.text.toLowerCase());
    if (name !== undefined) return { kind: "name", name };
    const asked = { value: shown(token.value.text), field: token.field };
    const said =
      choices.size <= 30
        ? refusal("searchChoiceOf", { ...asked, choices: [...choices.keys()].join(", ") })
        : refusal("searchChoice", asked);
    throw wrong(said, token.value);
  },
  number: (token) => ({ kind: "number", how: howOf(token), value: numberOf(token.field, token.value) }),
  ids(token) {
    if (token.operator === "" || token.operator === "=") return idsOf(token.field, token.value);
    return { kind: "number", how: token.operator, value: numberOf(token.field, token.value) };
  },
  date: (token) => ({ kind: "date", how: howOf(token), date: dateOf(token.field, token.value) }),
  state: (token) => ({ kind: "state", how: howOf(token), state: stateOf(token.field, token.value) }),
  boolean(token) {
    withoutComparison(token, "searchComparesNoFlag");
    const value = BOOLEANS.get(token.value.text.toLowerCase());
    if (value === undefined)
      throw wrong(refusal("searchYesNo", { field: token.field, value: shown(token.value.text) }), token.value);
    return { kind: "boolean", value };
  },
};

/** What a term compares its field with. Throws {@link QueryError} for values the field does not take. */
export function matchOf(token: FieldToken, { type }: SearchField): FieldMatch {
  if (token.value.regex && (type.kind !== "text" || token.operator !== "")) {
    throw wrong(refusal(type.kind === "text" ? "searchNoRegexThere" : "searchNoRegex", { field: token.field }), token);
  }
  return READERS[type.kind](token, type);
}

function numberOf(field: string, value: RawValue): number {
  if (!/^-?\d{1,15}$/.test(value.text))
    throw wrong(refusal("searchNumber", { field, value: shown(value.text) }), value);
  // Adding 0 turns -0 into 0.
  return Number(value.text) + 0;
}

function dateOf(field: string, value: RawValue): DateValue {
  const date = parseDate(value.text);
  if (!date) {
    throw wrong(refusal("searchDate", { field, value: shown(value.text) }), value);
  }
  return date;
}

function stateOf(field: string, value: RawValue): number {
  const state = STATE_NAMES.get(value.text.toLowerCase());
  if (state !== undefined) return state;
  const number = /^\d{1,3}$/.test(value.text) ? Number(value.text) : -1;
  if ([...STATE_NAMES.values()].includes(number)) return number;
  throw wrong(refusal("searchState", { field, value: shown(value.text) }), value);
}

/** The pattern must be one that the database can run; it stays as it was written. */
function regexOf(value: RawValue): FieldMatch {
  if (value.text.length > MAX_REGEX) throw wrong(refusal("searchRegexLong", { most: MAX_REGEX }), value);
  try {
    postgresRegex(value.text);
  } catch (error) {
    if (error instanceof RegexError)
      throw wrong(refusal("searchRegex", { value: shown(value.text), why: error.said }), value);
    throw error;
  }
  return { kind: "text", how: "regex", text: value.text };
}

function idsOf(field: string, value: RawValue): FieldMatch {
  const items = value.text.split(",").filter((item) => item.trim() !== "");
  if (items.length === 0 || items.length > MAX_IDS || items.some((item) => !/^\s*\d{1,15}\s*$/.test(item))) {
    throw wrong(refusal("searchIds", { field, most: MAX_IDS }), value);
  }
  return { kind: "numbers", values: items.map(Number) };
}

/** @param why the message that says so */
function withoutComparison(token: FieldToken, why: Extract<RefusalKey, `searchCompares${string}`>): void {
  if (token.operator !== "" && token.operator !== "=") {
    throw wrong(refusal(why, { field: token.field, operator: token.operator }), token);
  }
}

/** What a range compares its field with, both ends included. */
export function rangeOf(token: RangeToken, { type }: SearchField): FieldMatch {
  const { field, from, to } = token;
  switch (type.kind) {
    case "number":
    case "ids":
      return { kind: "number-range", from: numberOf(field, from), to: numberOf(field, to) };
    case "date":
      return { kind: "date-range", from: dateOf(field, from), to: dateOf(field, to) };
    case "state":
      return { kind: "state-range", from: stateOf(field, from), to: stateOf(field, to) };
    default:
      throw wrong(refusal("searchNoRange", { field }), token);
  }
}

import { dateText } from "@/lib/text/search-query/dates";
import type { FieldMatch, Query } from "@/lib/text/search-query/query";

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** In a regular expression a backslash keeps its neighbour; only a bare quote needs one. */
const quotedRegex = (text: string): string =>
  `r"${text.replace(/\\.|"/gs, (piece) => (piece === '"' ? '\\"' : piece))}"`;

const sign = (how: string): string => (how === "=" ? "" : how);

/** A search as text that `parseQuery` reads as the same tree. */
export function printQuery(query: Query): string {
  switch (query.kind) {
    case "all":
      return "";
    case "text":
      return quoted(query.text);
    case "field":
      return `${query.field}:${matchText(query.match)}`;
    case "not":
      return `NOT ${bracketed(query.query)}`;
    case "and":
      return query.queries.map(bracketed).join(" AND ");
    case "or":
      return query.queries.map((part) => (part.kind === "and" ? printQuery(part) : bracketed(part))).join(" OR ");
  }
}

function matchText(match: FieldMatch): string {
  switch (match.kind) {
    case "text":
      if (match.how === "regex") return quotedRegex(match.text);
      return `${match.how === "exact" ? "=" : ""}${quoted(match.text)}`;
    case "name":
      return /^[A-Za-z0-9_-]+$/.test(match.name) ? match.name : quoted(match.name);
    case "number":
      return `${sign(match.how)}${match.value}`;
    case "numbers":
      return match.values.join(",");
    case "number-range":
    case "state-range":
      return `[${match.from} to ${match.to}]`;
    case "state":
      return `${sign(match.how)}${match.state}`;
    case "boolean":
      return match.value ? "yes" : "no";
    case "date":
      return `${sign(match.how)}${quoted(dateText(match.date))}`;
    case "date-range":
      return `[${quoted(dateText(match.from))} to ${quoted(dateText(match.to))}]`;
  }
}

const bracketed = (query: Query): string =>
  query.kind === "and" || query.kind === "or" || query.kind === "not" ? `(${printQuery(query)})` : printQuery(query);

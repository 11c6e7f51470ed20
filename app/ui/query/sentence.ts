import type { TextKey, Texts } from "#texts";
import { dateText } from "@/lib/text/search-query/dates";
import type { FieldMatch, Query } from "@/lib/text/search-query/query";
import { STATE_NAMES, stateOf } from "../states";

/** What a search asks for, in words. */

/** Words of `is:` and `has:` as keys: `dismissed-check` is `dismissedCheck`. */
const key = (word: string) => word.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const FIELDS: Readonly<Record<string, TextKey>> = {
  source: "query.field.source",
  target: "query.field.target",
  context: "query.field.context",
  note: "query.field.note",
  location: "query.field.location",
  explanation: "query.field.explanation",
  comment: "query.field.comment",
  resolved_comment: "query.field.resolvedComment",
  suggestion: "query.field.suggestion",
  label: "query.field.label",
  screenshot: "query.field.screenshot",
  component: "query.field.component",
  language: "query.field.language",
  project: "query.field.project",
  path: "query.field.path",
  changed_by: "query.field.changedBy",
  change_action: "query.field.changeAction",
  suggestion_author: "query.field.suggestionAuthor",
  comment_author: "query.field.commentAuthor",
  check: "query.field.check",
  dismissed_check: "query.field.dismissedCheck",
  id: "query.field.id",
  priority: "query.field.priority",
  position: "query.field.position",
  labels_count: "query.field.labelsCount",
  added: "query.field.added",
  changed: "query.field.changed",
  change_time: "query.field.changeTime",
  source_changed: "query.field.sourceChanged",
  last_changed: "query.field.lastChanged",
  state: "query.field.state",
  source_state: "query.field.sourceState",
};

const IS: Readonly<Record<string, TextKey>> = {
  pending: "query.is.pending",
  translated: "query.is.translated",
  untranslated: "query.is.untranslated",
  approved: "query.is.approved",
  readOnly: "query.is.readOnly",
  needsEditing: "query.is.needsEditing",
  automaticallyTranslated: "query.is.automaticallyTranslated",
};

const HAS: Readonly<Record<string, TextKey>> = {
  plural: "query.has.plural",
  context: "query.has.context",
  suggestion: "query.has.suggestion",
  comment: "query.has.comment",
  resolvedComment: "query.has.resolvedComment",
  sourceComment: "query.has.sourceComment",
  check: "query.has.check",
  dismissedCheck: "query.has.dismissedCheck",
  translation: "query.has.translation",
  variant: "query.has.variant",
  screenshot: "query.has.screenshot",
  flags: "query.has.flags",
  explanation: "query.has.explanation",
  glossary: "query.has.glossary",
  note: "query.has.note",
  label: "query.has.label",
  location: "query.has.location",
};

/** A search as a part of a sentence; "" for the empty one. */
export function sentenceOf(t: Texts, query: Query): string {
  switch (query.kind) {
    case "all":
      return "";
    case "text":
      return t("query.words", { text: query.text });
    case "not":
      return t("query.not", { what: sentenceOf(t, query.query) });
    case "and":
    case "or":
      return query.queries
        .map((one) => (one.kind === "and" || one.kind === "or" ? `(${sentenceOf(t, one)})` : sentenceOf(t, one)))
        .reduce((first, second) => t(query.kind === "and" ? "query.and" : "query.or", { first, second }));
    case "field":
      return fieldSentence(t, query.field, query.match);
  }
}

function fieldSentence(t: Texts, field: string, match: FieldMatch): string {
  const said =
    match.kind === "name" ? (field === "is" ? IS : field === "has" ? HAS : undefined)?.[key(match.name)] : undefined;
  if (said) return t(said);
  if (match.kind === "boolean") return t(match.value ? "query.is.pending" : "query.is.written");
  const name = FIELDS[field];
  const subject = name ? t(name) : field;
  return t("query.compared", { field: subject, what: valueSentence(t, match) });
}

type Comparing = "query.equals" | "query.above" | "query.atLeast" | "query.below" | "query.atMost" | DateWord;
type DateWord = "query.after" | "query.since" | "query.before" | "query.until";

const NUMBERS: Readonly<Record<string, Comparing>> = {
  ">": "query.above",
  ">=": "query.atLeast",
  "<": "query.below",
  "<=": "query.atMost",
};

const DATES: Readonly<Record<string, DateWord>> = {
  ">": "query.after",
  ">=": "query.since",
  "<": "query.before",
  "<=": "query.until",
};

function valueSentence(t: Texts, match: FieldMatch): string {
  const compared = (how: string, value: string, words: Readonly<Record<string, Comparing>> = NUMBERS) =>
    t(words[how] ?? "query.equals", { value });
  switch (match.kind) {
    case "text":
      if (match.how === "regex") return t("query.matches", { text: match.text });
      return match.how === "exact"
        ? t("query.exactly", { text: match.text })
        : t("query.contains", { text: match.text });
    case "name":
      return match.name === "" ? t("query.nobody") : compared("=", match.name);
    case "numbers":
      return compared("=", match.values.join(", "));
    case "number":
      return compared(match.how, String(match.value));
    case "state":
      return compared(match.how, t(STATE_NAMES[stateOf(match.state)]));
    case "date":
      return compared(match.how, dateText(match.date), DATES);
    case "number-range":
      return t("query.between", { from: String(match.from), to: String(match.to) });
    case "state-range":
      return t("query.between", { from: t(STATE_NAMES[stateOf(match.from)]), to: t(STATE_NAMES[stateOf(match.to)]) });
    case "date-range":
      return t("query.between", { from: dateText(match.from), to: dateText(match.to) });
    case "boolean":
      return "";
  }
}

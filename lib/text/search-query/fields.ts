import { CHECK_IDS } from "@/lib/text/checks/ids";

/** What values a field takes. */
export type FieldType =
  | { kind: "text" }
  /** One name, exactly. */
  | { kind: "name" }
  | { kind: "number" }
  /** Numbers separated by commas. */
  | { kind: "ids" }
  | { kind: "date" }
  | { kind: "state" }
  | { kind: "boolean" }
  /** One of these, each with the name it stands for. */
  | { kind: "choice"; choices: ReadonlyMap<string, string> };

/** One searchable field. */
export interface SearchField {
  /** Name in the tree; several spellings may share one. */
  name: string;
  type: FieldType;
}

export type SearchFields = ReadonlyMap<string, SearchField>;

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== "");

const fieldsOf = (type: FieldType, names: string): [string, SearchField][] =>
  words(names).map((name) => [name, { name, type }]);

/** `a b=c`: a means a, b means c. */
function choices(list: string): FieldType {
  const pairs = words(list).map((word): [string, string] => {
    const [name = word, meaning = name] = word.split("=");
    return [name, meaning];
  });
  return { kind: "choice", choices: new Map(pairs) };
}

const text: FieldType = { kind: "text" };
const name: FieldType = { kind: "name" };
const number: FieldType = { kind: "number" };
const date: FieldType = { kind: "date" };
const check: FieldType = { kind: "choice", choices: new Map(CHECK_IDS.map((id) => [id, id])) };

/** Fields of strings. */
export const STRING_FIELDS: SearchFields = new Map<string, SearchField>([
  ...fieldsOf(
    text,
    "source target context note location explanation comment resolved_comment suggestion label screenshot",
  ),
  ["key", { name: "context", type: text }],
  ...fieldsOf(text, "component"),
  ...fieldsOf(name, "language project path changed_by suggestion_author comment_author change_action"),
  ...fieldsOf(check, "check dismissed_check"),
  ...fieldsOf({ kind: "ids" }, "id"),
  ...fieldsOf(number, "priority position labels_count"),
  ...fieldsOf(date, "added changed change_time source_changed last_changed"),
  ...fieldsOf({ kind: "state" }, "state source_state"),
  ...fieldsOf({ kind: "boolean" }, "pending"),
  [
    "is",
    {
      name: "is",
      type: choices(`pending translated untranslated approved read-only readonly=read-only fuzzy=needs-editing needs-editing
        automatically-translated`),
    },
  ],
  [
    "has",
    {
      name: "has",
      type: choices(`plural context suggestion comment resolved-comment check failing-check=check dismissed-check
        ignored-check=dismissed-check translation variant screenshot flags explanation glossary note label location
        source-comment`),
    },
  ],
]);

/** Fields of screenshots. */
export const SCREENSHOT_FIELDS: SearchFields = new Map<string, SearchField>([
  ...fieldsOf(text, "name path string context location"),
  ...fieldsOf(name, "language"),
  ["repository", { name: "path", type: text }],
  ...fieldsOf({ kind: "ids" }, "id"),
  ...fieldsOf(date, "timestamp"),
  ...fieldsOf(number, "strings"),
  ["has", { name: "has", type: choices("string repository=path path") }],
]);

/** Fields of people. There is no `ip`: addresses of people are not kept. */
export const USER_FIELDS: SearchFields = new Map<string, SearchField>([
  ...fieldsOf(text, "username full_name email"),
  ...fieldsOf(name, "language translates contributes change_action"),
  ...fieldsOf(date, "joined change_time"),
  ["is", { name: "is", type: choices("bot active superuser") }],
]);

/** States by their names in searches. */
export const STATE_NAMES: ReadonlyMap<string, number> = new Map([
  ["empty", 0],
  ["untranslated", 0],
  ["needs-editing", 10],
  ["fuzzy", 10],
  ["needs-rewriting", 11],
  ["needs-checking", 12],
  ["translated", 20],
  ["approved", 30],
  ["read-only", 100],
  ["readonly", 100],
]);

/** Searches with a short name, for menus, links and the API's `filter_type`. */
export const NAMED_FILTERS: ReadonlyMap<string, string> = new Map([
  ["all", ""],
  ["readonly", "state:read-only"],
  ["nottranslated", "state:empty"],
  ["todo", "state:<translated"],
  ["translated", "state:>=translated"],
  ["fuzzy", "state:needs-editing"],
  ["suggestions", "has:suggestion"],
  ["nosuggestions", "state:<translated AND NOT has:suggestion"],
  ["comments", "has:comment"],
  ["allchecks", "has:check"],
  ["translated_checks", "has:check AND state:>=translated"],
  ["dismissed_checks", "has:dismissed-check"],
  ["approved", "state:approved"],
  ["approved_suggestions", "state:approved AND has:suggestion"],
  ["unapproved", "state:translated"],
  ["variants", "has:variant"],
  ["screenshots", "has:screenshot"],
  ["noscreenshot", "NOT has:screenshot"],
  ["labels", "has:label"],
  ["unlabeled", "NOT has:label"],
  ["context", "has:context"],
  ["pluralized", "has:plural"],
]);

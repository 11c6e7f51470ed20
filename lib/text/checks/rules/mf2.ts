/** MessageFormat 2: syntax, and the variables, functions, markup and variants of source and translation. */
import { MessageSyntaxError, type Model, parseMessage, validate } from "messageformat";
import { type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference, without } from "@/lib/text/checks/difference";
import { Remembered } from "@/lib/text/checks/rules/guards";
import type { RuleSet } from "@/lib/text/checks/rules/rule-set";
import { type Phrase, phrase } from "@/lib/text/checks/sentences";

interface Message {
  /** Variables that the program gives, functions and markup, each once, as people write them. */
  pieces: string[];
  /** Keys of variants by what they select on. */
  keys: Map<string, Set<string>>;
  /** What is selected on as a number. */
  numeric: Set<string>;
}

type Read = Message | { problem: Phrase };

const LONGEST = 50_000;
const MOST_SPANS = 200;
const CATEGORIES = new Set(["zero", "one", "two", "few", "many", "other"]);
/** Functions that make a number of a value, by what they are told apart by here: how it is shown, not that it is. */
const NUMBERS: Readonly<Record<string, string>> = { integer: "number", offset: "number" };
const NUMERIC = new Set(["number", "integer", "offset", "percent", "currency", "unit"]);

/** What is wrong with a message, by the names that the parser has for it. */
const PROBLEMS: Readonly<Record<string, Phrase>> = {
  "empty-token": phrase("mf2Empty"),
  "bad-escape": phrase("mf2Escape"),
  "bad-input-expression": phrase("mf2Input"),
  "duplicate-attribute": phrase("mf2Attribute"),
  "duplicate-declaration": phrase("mf2Declared"),
  "duplicate-option-name": phrase("mf2Option"),
  "duplicate-variant": phrase("mf2Variant"),
  "extra-content": phrase("mf2Behind"),
  "key-mismatch": phrase("mf2Keys"),
  "missing-fallback": phrase("mf2Fallback"),
  "missing-selector-annotation": phrase("mf2Selector"),
  "parse-error": phrase("mf2Unexpected"),
};

const remembered = new Remembered<Read>(1000);
const read = (text: string): Read => remembered.get(text, () => readMessage(text));

function readMessage(text: string): Read {
  if (text.length > LONGEST) return { problem: phrase("tooLong", { most: LONGEST }) };
  try {
    const message = parseMessage(text);
    const problems: Phrase[] = [];
    const { variables } = validate(message, (type) => problems.push(PROBLEMS[type] ?? phrase("invalid")));
    return problems[0] === undefined ? described(message, variables) : { problem: problems[0] };
  } catch (error) {
    if (!(error instanceof MessageSyntaxError)) return { problem: phrase("invalid") };
    const what = PROBLEMS[error.type] ?? missingMark(error.message);
    return { problem: phrase("atCharacter", { at: Math.min(error.start, text.length) + 1, what }) };
  }
}

function missingMark(message: string): Phrase {
  const mark = /^Missing (.*) at \d+$/.exec(message)?.[1] ?? "";
  return mark.replaceAll("'", "").trim() === "" ? phrase("mf2Blank") : phrase("mf2Mark", { mark });
}

function described(message: Model.Message, variables: ReadonlySet<string>): Message {
  const pieces = new Set([...variables].map((name) => `$${name}`));
  const functions = new Map<string, string>();
  const note = (part: string | Model.Expression | Model.Markup): void => {
    if (typeof part === "string") return;
    if (part.type === "markup") pieces.add(`${part.kind === "close" ? "/" : "#"}${part.name}`);
    else if (part.functionRef) pieces.add(`:${NUMBERS[part.functionRef.name] ?? part.functionRef.name}`);
  };
  for (const { name, value } of message.declarations) {
    note(value);
    const inherited = value.arg?.type === "variable" ? functions.get(value.arg.name) : undefined;
    functions.set(name, value.functionRef?.name ?? inherited ?? "");
  }
  const result: Message = { pieces: [], keys: new Map(), numeric: new Set() };
  if (message.type === "message") message.pattern.forEach(note);
  else {
    for (const { name } of message.selectors) if (NUMERIC.has(functions.get(name) ?? "")) result.numeric.add(name);
    for (const { keys, value } of message.variants) {
      value.forEach(note);
      for (const [index, key] of keys.entries()) takeKey(result, message.selectors[index]?.name ?? "", key);
    }
  }
  return { ...result, pieces: [...pieces].sort() };
}

function takeKey({ keys }: Message, selector: string, key: Model.Literal | Model.CatchallKey): void {
  const known = keys.get(selector) ?? new Set<string>();
  keys.set(selector, known);
  if (key.type === "literal") known.add(key.value);
}

/** Keys of the translation that no value of the source's selectors is. */
function strangeKeys(source: Message, target: Message): Phrase[] {
  const said: Phrase[] = [];
  for (const [selector, keys] of target.keys) {
    const wanted = source.keys.get(selector);
    const isStrange = target.numeric.has(selector)
      ? (key: string) => !CATEGORIES.has(key) && !/^-?\d+(?:\.\d+)?$/.test(key)
      : (key: string) => wanted !== undefined && !wanted.has(key);
    const strange = [...keys].filter(isStrange);
    if (strange.length > 0) said.push(phrase("noKey", { selector: `$${selector}`, keys: strange.slice(0, 5) }));
  }
  return said;
}

function fails(sourceText: string, targetText: string): readonly Finding[] {
  const target = read(targetText);
  if ("problem" in target) return found("mf2Target", target);
  const source = read(sourceText);
  // Of a broken source nothing is known.
  if ("problem" in source) return PASSED;
  const shown = (pieces: readonly string[]) => pieces.map((piece) => (piece.startsWith(":") ? piece : `{${piece}}`));
  const [missing, extra] = [without(source.pieces, target.pieces), without(target.pieces, source.pieces)];
  const [differs] = difference(shown(missing), shown(extra));
  const [first, ...more] = [...(differs?.sentences ?? []), ...strangeKeys(source, target)];
  return first ? [{ sentences: [first, ...more], missing: differs?.missing, extra }] : PASSED;
}

/** Expressions and markup; values in bars may hold braces. */
const PIECE = /\\.|\{\s*[$#/:|](?:\|(?:\\.|[^\\|])*\||[^{}|])*\}/g;

/** Rules for MessageFormat 2. */
export const mf2: RuleSet = {
  rules: { mf2_format: { fails: ({ source, target }) => fails(source, target) } },
  spans(text, flags) {
    if (!flags.has("mf2-format") || !text.includes("{")) return [];
    return [...text.matchAll(PIECE)]
      .filter(([piece]) => !piece.startsWith("\\"))
      .slice(0, MOST_SPANS)
      .map(({ index, 0: piece }) => [index, index + piece.length]);
  },
};

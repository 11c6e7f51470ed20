/** ICU MessageFormat: syntax, and the arguments and selectors of source and translation. */
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { type CheckContext, type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference } from "@/lib/text/checks/difference";
import { isTooDeep, Remembered } from "@/lib/text/checks/rules/guards";
import type { RuleSet } from "@/lib/text/checks/rules/rule-set";
import type { Flags } from "@/lib/text/flags/flags";

/** One argument or tag of a message, over all of its branches. */
interface Argument {
  /** As people see it: `{name}` or `<b>`. */
  shown: string;
  /** As it begins in the text, to find it there. */
  written: string;
  /** Kinds it is used as; one for all that stand for a number. */
  kinds: Set<string>;
  /** Branches of `select`. */
  choices: Set<string>;
}

interface IcuMessage {
  arguments: Map<string, Argument>;
  /** Plural selectors that no language has. */
  strange: string[];
  /** Arguments whose branch `other` is missing. */
  openEnded: string[];
  /** Places of simple arguments and tags. */
  spans: [number, number][];
}

type Read = IcuMessage | { problem: string };

const LONGEST = 50_000;
const DEEPEST = 50;
const MOST_SPANS = 200;

/** A tag as the parser knows it; a colon is written as a middle dot for it. */
const TAG = /<\/?([A-Za-z][\w.:-]{0,100})\s*\/?>/y;
const EMPTY_TAG = /<([A-Za-z][\w.\u00b7-]*)\s*\/>/g;
const SELECTORS = new Set(["zero", "one", "two", "few", "many", "other"]);

const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.plural]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
  [TYPE.select]: "select",
  [TYPE.tag]: "tag",
};

/** What is wrong with a message, by the names that the parser has for it. */
const PROBLEMS: Record<string, string> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "a closing brace is missing",
  EMPTY_ARGUMENT: "there is no name between the braces",
  MALFORMED_ARGUMENT: "what stands in the braces is no name with a type",
  EXPECT_ARGUMENT_TYPE: "a type such as number is missing behind the comma",
  INVALID_ARGUMENT_TYPE: "the type is not known; use number, date, time, plural, selectordinal or select",
  EXPECT_ARGUMENT_STYLE: "a style is missing behind the comma",
  INVALID_NUMBER_SKELETON: "the number skeleton is not valid",
  INVALID_DATE_TIME_SKELETON: "the date skeleton is not valid",
  EXPECT_NUMBER_SKELETON: "a number skeleton is missing behind ::",
  EXPECT_DATE_TIME_SKELETON: "a date skeleton is missing behind ::",
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: "an apostrophe in the style is not closed",
  EXPECT_SELECT_ARGUMENT_OPTIONS: "the branches are missing",
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: "a number is missing behind offset:",
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: "the offset is not a whole number",
  EXPECT_SELECT_ARGUMENT_SELECTOR: "the name of a branch is missing",
  EXPECT_PLURAL_ARGUMENT_SELECTOR: "the name of a plural branch, such as other or =0, is missing",
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: "the branch has no text in braces",
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: "the branch has no text in braces",
  INVALID_PLURAL_ARGUMENT_SELECTOR: "the name of the plural branch is not valid",
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: "the branch is there twice",
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: "the branch is there twice",
  INVALID_TAG: "the tag is not valid; attributes are not allowed",
  INVALID_TAG_NAME: "the tag has no valid name",
  UNMATCHED_CLOSING_TAG: "the closing tag has no opening tag",
  UNCLOSED_TAG: "the tag is not closed",
};

const flagWords = (flags: Flags): ReadonlySet<string> =>
  new Set((flags.get("icu-flags") ?? []).map(({ text }) => text));

/** How tags are read: not at all, those that look like tags, or every angle bracket. */
type TagMode = "text" | "xml" | "strict-xml";

function tagMode(words: ReadonlySet<string>): TagMode {
  if (words.has("strict-xml")) return "strict-xml";
  return words.has("xml") ? "xml" : "text";
}

/** The text as the parser reads it, every place where it was: what is no tag for us is none for it. */
function prepared(text: string, mode: TagMode, prefix: string): string {
  if (mode === "text" || !text.includes("<")) return text;
  return text.replace(/<[^<>]{0,200}>?/g, (piece) => {
    TAG.lastIndex = 0;
    const name = TAG.exec(piece)?.[1];
    if (name === undefined ? mode === "strict-xml" : mode === "strict-xml" || name.startsWith(prefix))
      return name === undefined ? piece : piece.replaceAll(":", "\u00b7");
    return `\u2039${piece.slice(1)}`;
  });
}

/** Offset of an angle bracket that begins no tag, outside of quotes; -1 without one. */
function bareBracket(text: string): number {
  return text.replace(/'[{}<>|#][^']*'/g, (quoted) => " ".repeat(quoted.length)).search(/<(?![A-Za-z/])/);
}

const remembered = new Remembered<Read>(1000);

function read(text: string, flags: Flags): Read {
  const mode = tagMode(flagWords(flags));
  const prefix = mode === "xml" ? (flags.get("icu-tag-prefix")?.[0]?.text ?? "") : "";
  return remembered.get(`${mode} ${prefix}\n${text}`, () => readMessage(text, mode, prefix));
}

function readMessage(text: string, mode: TagMode, prefix: string): Read {
  if (text.length > LONGEST) return { problem: `it is longer than ${LONGEST} characters` };
  if (isTooDeep(text, DEEPEST, mode !== "text")) return { problem: "it is nested too deeply" };
  if (mode === "strict-xml") {
    const bare = bareBracket(text);
    if (bare >= 0) return { problem: `at character ${bare + 1}: < begins no tag; write '<' for the character` };
  }
  try {
    const elements = parse(prepared(text, mode, prefix), {
      requiresOtherClause: false,
      ignoreTag: mode === "text",
      captureLocation: true,
    });
    const message: IcuMessage = { arguments: new Map(), strange: [], openEnded: [], spans: [] };
    collect(elements, text, message);
    return message;
  } catch (error) {
    const { message, location } = error as Error & {
      location?: { start: { offset: number }; end: { offset: number } };
    };
    // An unclosed argument is told of with its whole length; its start says more.
    const at = location ? `at character ${location.start.offset + 1}: ` : "";
    return { problem: at + (PROBLEMS[message] ?? "it is not valid") };
  }
}

function note(message: IcuMessage, kind: string, name: string, written: string): Argument {
  const key = kind === "tag" ? `<${name}` : name;
  const shown = kind === "tag" ? `<${name}>` : `{${name}}`;
  const argument = message.arguments.get(key) ?? { shown, written, kinds: new Set(), choices: new Set() };
  argument.kinds.add(kind);
  message.arguments.set(key, argument);
  return argument;
}

function collect(elements: readonly MessageFormatElement[], text: string, message: IcuMessage): void {
  for (const element of elements) {
    const start = element.location?.start.offset ?? 0;
    const end = element.location?.end.offset ?? start;
    const kind = KINDS[element.type];
    if (element.type === TYPE.literal)
      for (const match of element.value.matchAll(EMPTY_TAG))
        note(message, "tag", named(match[1] ?? ""), named(match[0]));
    if (kind === undefined || element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      const name = named(element.value);
      note(message, kind, name, `<${name}`);
      const open = text.indexOf(">", start) + 1;
      const close = text.lastIndexOf("<", end - 1);
      message.spans.push([start, open], [close, end]);
      collect(element.children, text, message);
      continue;
    }
    const isBranching = element.type === TYPE.plural || element.type === TYPE.select;
    const written = isBranching ? text.slice(start, text.indexOf(",", start)) : text.slice(start, end);
    const argument = note(message, kind, element.value, written);
    if (!isBranching) {
      message.spans.push([start, end]);
      continue;
    }
    for (const [branch, { value }] of Object.entries(element.options)) {
      if (element.type === TYPE.select) argument.choices.add(branch);
      else if (!SELECTORS.has(branch) && !/^=\d+$/.test(branch)) message.strange.push(branch);
      collect(value, text, message);
    }
    if (!Object.hasOwn(element.options, "other")) message.openEnded.push(argument.shown);
  }
}

const named = (tag: string): string => tag.replaceAll("\u00b7", ":");

/** Words for the kinds of an argument; one that is also shown plainly, as in a branch of its own plural, is no other kind. */
function kindsOf({ kinds }: Argument): string {
  const real = [...kinds].filter((kind) => kind !== "text");
  return real.length > 0 ? real.sort().join(" and ") : "text";
}

/** Kinds and branches that differ between arguments of one name. */
function disagreements(source: IcuMessage, target: IcuMessage, words: ReadonlySet<string>): string[] {
  const said: string[] = [];
  for (const [name, given] of target.arguments) {
    const wanted = source.arguments.get(name);
    if (!wanted) continue;
    if (!words.has("-types") && kindsOf(wanted) !== kindsOf(given))
      said.push(`The translation uses ${given.shown} as ${kindsOf(given)}, the source as ${kindsOf(wanted)}.`);
    if (words.has("-submessage_selectors") || wanted.choices.size === 0) continue;
    const strange = [...given.choices].filter((choice) => choice !== "other" && !wanted.choices.has(choice));
    if (strange.length > 0) said.push(`In the source ${given.shown} has no branch ${strange.slice(0, 5).join(", ")}.`);
  }
  return said;
}

const openEnded = (message: IcuMessage): string =>
  `The branch other of ${[...new Set(message.openEnded)].join(", ")} is missing.`;

function compare(
  source: IcuMessage,
  target: IcuMessage,
  targetText: string,
  words: ReadonlySet<string>,
): readonly Finding[] {
  const sentences: string[] = [];
  const strange = words.has("-plural_selectors") ? [] : target.strange;
  if (strange.length > 0)
    sentences.push(
      `No plural branch has the name ${strange.slice(0, 5).join(", ")}. There are zero, one, two, few, many, other and =N.`,
    );
  if (!words.has("-require_other") && target.openEnded.length > 0) sentences.push(openEnded(target));
  sentences.push(...disagreements(source, target, words));
  const isCompared = (shown: string) => !shown.startsWith("<") || !words.has("-tags");
  const only = (these: IcuMessage, those: IcuMessage) =>
    [...these.arguments].filter(([name, { shown }]) => !those.arguments.has(name) && isCompared(shown));
  const missing = words.has("-missing") ? [] : only(source, target);
  const extra = words.has("-extra") ? [] : only(target, source);
  const [differs] = difference(
    missing.map(([, { shown }]) => shown),
    extra.map(([, { shown }]) => shown),
  );
  if (differs) sentences.unshift(differs.message);
  if (missing.some(([, { written }]) => targetText.includes(written) && targetText.includes("'")))
    sentences.push("An apostrophe before a brace makes it plain text; write '' for an apostrophe.");
  if (sentences.length === 0) return PASSED;
  return [
    {
      message: sentences.join(" "),
      missing: differs?.missing,
      extra: [...extra.map(([, { written }]) => written), ...strange],
    },
  ];
}

function fails(sourceText: string, targetText: string, { flags }: CheckContext): readonly Finding[] {
  const target = read(targetText, flags);
  if ("problem" in target) return found(`The translation cannot be read as an ICU message, ${target.problem}.`);
  const source = read(sourceText, flags);
  // A broken source is told of by the check of sources.
  return "problem" in source ? PASSED : compare(source, target, targetText, flagWords(flags));
}

function sourceFails(text: string, { flags }: CheckContext): readonly Finding[] {
  if (flags.has("ignore-icu-message-format")) return PASSED;
  const source = read(text, flags);
  if ("problem" in source) return found(`The source cannot be read as an ICU message, ${source.problem}.`);
  const words = flagWords(flags);
  return source.openEnded.length > 0 && !words.has("-require_other") ? found(openEnded(source)) : PASSED;
}

/** Rules for ICU messages. */
export const icu: RuleSet = {
  rules: {
    icu_message_format: { fails: ({ source, target }, unit) => fails(source, target, unit) },
    icu_message_format_syntax: { fails: ({ source }, unit) => sourceFails(source, unit) },
  },
  spans(text, flags) {
    if (!flags.has("icu-message-format") || flagWords(flags).has("-highlight")) return [];
    const message = read(text, flags);
    return "problem" in message ? [] : message.spans.slice(0, MOST_SPANS);
  },
};

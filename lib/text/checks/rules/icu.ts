/** ICU MessageFormat: syntax, and the arguments and selectors of source and translation. */
import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { type CheckContext, type Finding, found, PASSED } from "@/lib/text/checks/check";
import { difference } from "@/lib/text/checks/difference";
import { isTooDeep, Remembered } from "@/lib/text/checks/rules/guards";
import type { RuleSet } from "@/lib/text/checks/rules/rule-set";
import { type Phrase, phrase } from "@/lib/text/checks/sentences";
import type { Flags } from "@/lib/text/flags/flags";

/** What an argument is used as. */
type Kind = "text" | "number" | "date" | "time" | "select" | "tag";

/** One argument or tag of a message, over all of its branches. */
interface Argument {
  /** As people see it: `{name}` or `<b>`. */
  shown: string;
  /** As it begins in the text, to find it there. */
  written: string;
  /** Kinds it is used as; one for all that stand for a number. */
  kinds: Set<Kind>;
  /** Branches of `select`. */
  choices: Set<string>;
  /** Whether its value is seen, and not only chosen by. */
  isSeen: boolean;
  /** Whether a plural is chosen by it. */
  isCounted: boolean;
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

type Read = IcuMessage | { problem: Phrase };

const LONGEST = 50_000;
const DEEPEST = 50;
const MOST_SPANS = 200;

/** A tag as the parser knows it; a colon is written as a middle dot for it. */
const TAG = /<\/?([A-Za-z][\w.:-]{0,100})\s*\/?>/y;
const EMPTY_TAG = /<([A-Za-z][\w.\u00b7-]*)\s*\/>/g;
const SELECTORS = new Set(["zero", "one", "two", "few", "many", "other"]);

const KINDS: Partial<Record<TYPE, Kind>> = {
  [TYPE.argument]: "text",
  [TYPE.number]: "number",
  [TYPE.plural]: "number",
  [TYPE.date]: "date",
  [TYPE.time]: "time",
  [TYPE.select]: "select",
  [TYPE.tag]: "tag",
};

/** What is wrong with a message, by the names that the parser has for it. */
const PROBLEMS: Readonly<Record<string, Phrase>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: phrase("icuBrace"),
  EMPTY_ARGUMENT: phrase("icuNoName"),
  MALFORMED_ARGUMENT: phrase("icuMalformed"),
  EXPECT_ARGUMENT_TYPE: phrase("icuNoType"),
  INVALID_ARGUMENT_TYPE: phrase("icuType"),
  EXPECT_ARGUMENT_STYLE: phrase("icuNoStyle"),
  INVALID_NUMBER_SKELETON: phrase("icuNumberSkeleton"),
  INVALID_DATE_TIME_SKELETON: phrase("icuDateSkeleton"),
  EXPECT_NUMBER_SKELETON: phrase("icuNoNumberSkeleton"),
  EXPECT_DATE_TIME_SKELETON: phrase("icuNoDateSkeleton"),
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: phrase("icuQuote"),
  EXPECT_SELECT_ARGUMENT_OPTIONS: phrase("icuNoBranches"),
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: phrase("icuNoOffset"),
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: phrase("icuOffset"),
  EXPECT_SELECT_ARGUMENT_SELECTOR: phrase("icuNoBranchName"),
  EXPECT_PLURAL_ARGUMENT_SELECTOR: phrase("icuNoPluralName"),
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: phrase("icuNoText"),
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: phrase("icuNoText"),
  INVALID_PLURAL_ARGUMENT_SELECTOR: phrase("icuPluralName"),
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: phrase("icuBranchTwice"),
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: phrase("icuBranchTwice"),
  INVALID_TAG: phrase("icuTag"),
  INVALID_TAG_NAME: phrase("icuTagName"),
  UNMATCHED_CLOSING_TAG: phrase("icuUnmatchedTag"),
  UNCLOSED_TAG: phrase("icuOpenTag"),
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
  if (text.length > LONGEST) return { problem: phrase("tooLong", { most: LONGEST }) };
  if (isTooDeep(text, DEEPEST, mode !== "text")) return { problem: phrase("tooDeep") };
  if (mode === "strict-xml") {
    const bare = bareBracket(text);
    const what = phrase("icuBracket", { bracket: "<", quoted: "'<'" });
    if (bare >= 0) return { problem: phrase("atCharacter", { at: bare + 1, what }) };
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
    const what = PROBLEMS[message] ?? phrase("invalid");
    return { problem: location ? phrase("atCharacter", { at: location.start.offset + 1, what }) : what };
  }
}

function note(message: IcuMessage, kind: Kind, name: string, written: string): Argument {
  const key = kind === "tag" ? `<${name}` : name;
  const shown = kind === "tag" ? `<${name}>` : `{${name}}`;
  const argument = message.arguments.get(key) ?? {
    shown,
    written,
    kinds: new Set(),
    choices: new Set(),
    isSeen: false,
    isCounted: false,
  };
  argument.kinds.add(kind);
  message.arguments.set(key, argument);
  return argument;
}

function collect(
  elements: readonly MessageFormatElement[],
  text: string,
  message: IcuMessage,
  counted?: Argument,
): void {
  for (const element of elements) {
    const start = element.location?.start.offset ?? 0;
    const end = element.location?.end.offset ?? start;
    const kind = KINDS[element.type];
    if (element.type === TYPE.literal)
      for (const match of element.value.matchAll(EMPTY_TAG))
        note(message, "tag", named(match[1] ?? ""), named(match[0]));
    if (element.type === TYPE.pound && counted) counted.isSeen = true;
    if (kind === undefined || element.type === TYPE.literal || element.type === TYPE.pound) continue;
    if (element.type === TYPE.tag) {
      const name = named(element.value);
      note(message, kind, name, `<${name}`);
      const open = text.indexOf(">", start) + 1;
      const close = text.lastIndexOf("<", end - 1);
      message.spans.push([start, open], [close, end]);
      collect(element.children, text, message, counted);
      continue;
    }
    const isBranching = element.type === TYPE.plural || element.type === TYPE.select;
    const written = isBranching ? text.slice(start, text.indexOf(",", start)) : text.slice(start, end);
    const argument = note(message, kind, element.value, written);
    if (!isBranching) {
      argument.isSeen = true;
      message.spans.push([start, end]);
      continue;
    }
    if (element.type === TYPE.plural) argument.isCounted = true;
    for (const [branch, { value }] of Object.entries(element.options)) {
      if (element.type === TYPE.select) argument.choices.add(branch);
      else if (!SELECTORS.has(branch) && !/^=\d+$/.test(branch)) message.strange.push(branch);
      collect(value, text, message, element.type === TYPE.plural ? argument : counted);
    }
    if (!Object.hasOwn(element.options, "other")) message.openEnded.push(argument.shown);
  }
}

const named = (tag: string): string => tag.replaceAll("\u00b7", ":");

/** Words for the kinds of an argument; one that is also shown plainly, as in a branch of its own plural, is no other kind. */
function kindsOf({ kinds }: Argument): Kind[] {
  const real = [...kinds].filter((kind) => kind !== "text");
  return real.length > 0 ? real.sort() : ["text"];
}

const kindWords = (kinds: readonly Kind[]): Phrase =>
  kinds.map((kind): Phrase => phrase(`kind_${kind}`)).reduce((before, last) => phrase("and", { before, last }));

/** Whether one argument is counted by that the other one shows as it is: some languages need no plural of a noun that others need. */
function isShownCount(one: Argument, other: Argument): boolean {
  const [counted, shown] = one.isCounted ? [one, other] : [other, one];
  return counted.isCounted && kindsOf(counted).join() === "number" && kindsOf(shown).join() === "text";
}

/** An argument that only chooses between singular and plural is not needed where a noun has one form. */
const isNeeded = ({ kinds, isSeen }: Argument): boolean => isSeen || kinds.size > 1 || !kinds.has("number");

/** Kinds and branches that differ between arguments of one name. */
function disagreements(source: IcuMessage, target: IcuMessage, words: ReadonlySet<string>): Phrase[] {
  const said: Phrase[] = [];
  for (const [name, given] of target.arguments) {
    const wanted = source.arguments.get(name);
    if (!wanted) continue;
    const [own, others] = [kindsOf(given), kindsOf(wanted)];
    if (!words.has("-types") && own.join() !== others.join() && !isShownCount(given, wanted))
      said.push(phrase("kinds", { argument: given.shown, given: kindWords(own), wanted: kindWords(others) }));
    if (words.has("-submessage_selectors") || wanted.choices.size === 0) continue;
    const strange = [...given.choices].filter((choice) => choice !== "other" && !wanted.choices.has(choice));
    if (strange.length > 0) said.push(phrase("noBranch", { argument: given.shown, branches: strange.slice(0, 5) }));
  }
  return said;
}

const openEnded = (message: IcuMessage): Phrase =>
  phrase("otherMissing", { arguments: [...new Set(message.openEnded)] });

function compare(
  source: IcuMessage,
  target: IcuMessage,
  targetText: string,
  words: ReadonlySet<string>,
): readonly Finding[] {
  const sentences: Phrase[] = [];
  const strange = words.has("-plural_selectors") ? [] : target.strange;
  if (strange.length > 0) sentences.push(phrase("strangePlural", { names: strange.slice(0, 5) }));
  if (!words.has("-require_other") && target.openEnded.length > 0) sentences.push(openEnded(target));
  sentences.push(...disagreements(source, target, words));
  const isCompared = (shown: string) => !shown.startsWith("<") || !words.has("-tags");
  const only = (these: IcuMessage, those: IcuMessage) =>
    [...these.arguments].filter(([name, { shown }]) => !those.arguments.has(name) && isCompared(shown));
  const missing = words.has("-missing") ? [] : only(source, target).filter(([, argument]) => isNeeded(argument));
  const extra = words.has("-extra") ? [] : only(target, source);
  const [differs] = difference(
    missing.map(([, { shown }]) => shown),
    extra.map(([, { shown }]) => shown),
  );
  if (differs) sentences.unshift(...differs.sentences);
  if (missing.some(([, { written }]) => targetText.includes(written) && targetText.includes("'")))
    sentences.push(phrase("apostropheBrace", { two: "''" }));
  const [first, ...more] = sentences;
  if (!first) return PASSED;
  return [
    {
      sentences: [first, ...more],
      missing: differs?.missing,
      extra: [...extra.map(([, { written }]) => written), ...strange],
    },
  ];
}

function fails(sourceText: string, targetText: string, { flags }: CheckContext): readonly Finding[] {
  const target = read(targetText, flags);
  if ("problem" in target) return found("icuTarget", target);
  const source = read(sourceText, flags);
  // A broken source is told of by the check of sources.
  return "problem" in source ? PASSED : compare(source, target, targetText, flagWords(flags));
}

function sourceFails(text: string, { flags }: CheckContext): readonly Finding[] {
  if (flags.has("ignore-icu-message-format")) return PASSED;
  const source = read(text, flags);
  if ("problem" in source) return found("icuSource", source);
  const words = flagWords(flags);
  return source.openEnded.length > 0 && !words.has("-require_other") ? [{ sentences: [openEnded(source)] }] : PASSED;
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

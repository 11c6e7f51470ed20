import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type { Arguments, PlainKey } from "@/lib/generated/messages";

/** The last parameter of what says a message: none for one that takes nothing. */
export type Given<Values> = keyof Values extends never ? [] : [values: Values];

type Taken<Tag> = Arguments<string, number | bigint, Tag>;

/** A message of the catalogue. */
type Key = PlainKey | keyof Taken<never>;

/** Keys of messages that take no arguments: what tables hold in place of words. */
export type TextKey = PlainKey;

type Filled<K extends Key, Tag> = [K] extends [PlainKey]
  ? []
  : K extends keyof Taken<Tag>
    ? [values: Taken<Tag>[K]]
    : [];

/** Says a message of the catalogue: `t("footer.about")`, in the language that it names as HTML does. */
export interface Texts {
  <K extends Key>(key: K, ...values: Filled<K, never>): string;
  rich<K extends Key>(key: K, ...values: Filled<K, (inside: ReactNode) => ReactNode>): ReactNode;
  markup<K extends Key>(key: K, ...values: Filled<K, (inside: string) => string>): string;
  has(key: Key): boolean;
  /** The message itself, as it was read. */
  raw(key: Key): CompiledMessage | undefined;
  readonly language: string;
}

/** The same for keys that are put together, whose values are held against their messages elsewhere. */
export const sayAny = (t: Texts) =>
  t as unknown as {
    (key: string, values: Readonly<Record<string, string | number>>): string;
    raw(key: string): CompiledMessage | undefined;
  };

/** Messages by subject, nested; each read once, when the catalogue was made into a module. */
export interface MessageTree {
  readonly [key: string]: CompiledMessage | MessageTree;
}

/** Whether this is a message, not messages of a subject. */
export const isMessage = (value: CompiledMessage | MessageTree | undefined): value is CompiledMessage =>
  typeof value === "string" || Array.isArray(value);

/** Formatters cost a hundred times what they are asked: each is made once. */
function remembered<Options, Made>(make: (language: string, options?: Options) => Made) {
  const plain = new Map<string, Made>();
  const others = new Map<string, Made>();
  return (language: string, options?: Options): Made => {
    const [made, id] = options === undefined ? [plain, language] : [others, language + JSON.stringify(options)];
    const known = made.get(id) ?? make(language, options);
    made.set(id, known);
    return known;
  };
}

/** How many numbers a formatter remembers: those of some pages. */
const REMEMBERED = 2000;

/** The same answers to numbers, remembered: a table says the same few hundred of them again and again. */
function rememberedNumbers(answer: (value: number) => string) {
  const said = new Map<unknown, string>();
  return (value: number): string => {
    const known = said.get(value);
    if (known !== undefined) return known;
    if (said.size >= REMEMBERED) said.clear();
    const given = answer(value);
    said.set(value, given);
    return given;
  };
}

const numberFormat = remembered((language: string, options?: Intl.NumberFormatOptions) => {
  const made = new Intl.NumberFormat(language, options);
  return { format: rememberedNumbers((value) => made.format(value)) } as Intl.NumberFormat;
});

const pluralRules = {
  cardinal: remembered((language: string) => pluralRulesOf(language, "cardinal")),
  ordinal: remembered((language: string) => pluralRulesOf(language, "ordinal")),
};

function pluralRulesOf(language: string, type: Intl.PluralRuleType): Intl.PluralRules {
  const made = new Intl.PluralRules(language, { type });
  return { select: rememberedNumbers((value) => made.select(value)) } as Intl.PluralRules;
}

const OPTIONS: FormatOptions = {
  formatters: {
    getDateTimeFormat: remembered(
      (language: string, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
    ),
    getNumberFormat: numberFormat,
    getPluralRules: (language, options) => pluralRules[options?.type ?? "cardinal"](String(language)),
  },
  timeZone: "UTC",
};

function look(messages: MessageTree, key: string): CompiledMessage | undefined {
  let found: CompiledMessage | MessageTree | undefined = messages;
  for (const name of key.split(".")) {
    if (found === undefined || isMessage(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return isMessage(found) ? found : undefined;
}

/** Messages that were found, by catalogue and whole key: to take a key apart takes fifteen times as long. */
const foundIn = new WeakMap<MessageTree, Map<string, CompiledMessage>>();

function find(messages: MessageTree, key: string): CompiledMessage | undefined {
  let found = foundIn.get(messages);
  if (found === undefined) {
    found = new Map();
    foundIn.set(messages, found);
  }
  const known = found.get(key);
  if (known !== undefined) return known;
  const message = look(messages, key);
  // Keys without a message are put together from what people send, and could be any number.
  if (message !== undefined) found.set(key, message);
  return message;
}

/** Languages that are read from right to left, by their first subtag. */
const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(?:-|$)/;
const WORD = /^[\p{L}\p{N}]*$/u;
const ISOLATED = /^\u2068.*\u2069$/su;

/**
 * A text as it is filled into a message: with its own direction where the message has the other one (Unicode's
 * bidirectional algorithm, UAX 9: first strong isolate), so that the signs of `C++` stay behind it.
 */
const isolate = (text: string): string => (WORD.test(text) || ISOLATED.test(text) ? text : `\u2068${text}\u2069`);

function isolateAll<Part>(values: FormatValues<Part>): FormatValues<Part> {
  const isolated = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? isolate(value) : value,
  ]);
  return Object.fromEntries(isolated);
}

/** What says the messages of a language; a key without a message stands for itself. */
export function translatorOf(language: string, messages: MessageTree): Texts {
  const turned = RIGHT_TO_LEFT.test(language);
  const parts = <Part>(key: string, values?: FormatValues<Part>): (string | Part)[] => {
    const message = find(messages, key);
    if (message === undefined) return [key];
    const said = format<Part>(message, language, turned && values ? isolateAll(values) : values, OPTIONS);
    return Array.isArray(said) ? said : [said];
  };
  const say = (key: string, values?: FormatValues<string>): string => parts(key, values).join("");
  return Object.assign(say, {
    language,
    rich: (key: string, values?: FormatValues<ReactNode>): ReactNode =>
      createElement(Fragment, null, ...parts<ReactNode>(key, values)),
    markup: say,
    has: (key: string): boolean => find(messages, key) !== undefined,
    raw: (key: string) => find(messages, key),
  }) as unknown as Texts;
}

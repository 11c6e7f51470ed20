import format, { type CompiledMessage, type FormatOptions, type FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";
import type { MessageKeys, Messages, NestedKeyOf, NestedValueOf, useTranslations } from "use-intl";

/** Says a message of the catalogue: `t("footer.about")`, in the language that it names as HTML does. */
export type Texts = ReturnType<typeof useTranslations<never>> & { readonly language: string };

/**
 * The same for keys that are put together, whose values are held against their messages elsewhere. The compiler would
 * otherwise work out what every message of the catalogue takes, which is minutes.
 */
export const sayAny = (t: Texts) =>
  t as unknown as {
    (key: string, values: Readonly<Record<string, string | number>>): string;
    raw(key: string): CompiledMessage | undefined;
  };

type Key = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Keys of messages that take no arguments: what tables hold in place of words. */
export type TextKey = {
  [K in Key]: NestedValueOf<Messages, K> extends `${string}{${string}` | `${string}<${string}` ? never : K;
}[Key];

/** Messages by subject, nested; each read once, when the catalogue was made into a module. */
export interface MessageTree {
  readonly [key: string]: CompiledMessage | MessageTree;
}

/** Whether this is a message, not messages of a subject. */
export const isMessage = (value: CompiledMessage | MessageTree | undefined): value is CompiledMessage =>
  typeof value === "string" || Array.isArray(value);

/** Formatters cost a hundred times what they are asked: each is made once. */
function remembered<Arguments extends unknown[], Made>(make: (...given: Arguments) => Made) {
  const made = new Map<string, Made>();
  return (...given: Arguments): Made => {
    const id = JSON.stringify(given);
    const known = made.get(id) ?? make(...given);
    made.set(id, known);
    return known;
  };
}

const OPTIONS: FormatOptions = {
  formatters: {
    getDateTimeFormat: remembered((...given) => new Intl.DateTimeFormat(...given)),
    getNumberFormat: remembered((...given) => new Intl.NumberFormat(...given)),
    getPluralRules: remembered((...given) => new Intl.PluralRules(...given)),
  },
  timeZone: "UTC",
};

function find(messages: MessageTree, key: string): CompiledMessage | undefined {
  let found: CompiledMessage | MessageTree | undefined = messages;
  for (const name of key.split(".")) {
    if (found === undefined || isMessage(found) || !Object.hasOwn(found, name)) return undefined;
    found = found[name];
  }
  return isMessage(found) ? found : undefined;
}

/** What says the messages of a language; a key without a message stands for itself. */
export function translatorOf(language: string, messages: MessageTree): Texts {
  const parts = <Part>(key: string, values?: FormatValues<Part>): (string | Part)[] => {
    const message = find(messages, key);
    if (message === undefined) return [key];
    const said = format<Part>(message, language, values, OPTIONS);
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

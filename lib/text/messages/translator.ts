import type { MessageKeys, Messages, NestedKeyOf, NestedValueOf, useTranslations } from "use-intl";
import { createTranslator } from "use-intl/core";
import type { english } from "@/lib/generated/messages";

/** Says a message of the catalogue: `t("footer.about")`. */
export type Texts = ReturnType<typeof useTranslations<never>>;

type Key = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Keys of messages that take no arguments: what tables hold in place of words. */
export type TextKey = {
  [K in Key]: NestedValueOf<Messages, K> extends `${string}{${string}` | `${string}<${string}` ? never : K;
}[Key];

/** Messages by subject, nested. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

const translators = new Map<string, Texts>();

/**
 * What says the messages of a language. Made once for each name and language, because it remembers the messages that it
 * has read: reading them anew for each page would take a tenth of the time that the editor's page takes.
 * @param name tells which messages these are: under one name they are always the same
 */
export function translatorOf(name: string, language: string, messages: MessageTree): Texts {
  const id = `${language} ${name}`;
  const known = translators.get(id);
  if (known) return known;
  const made = createTranslator({ locale: language, messages: messages as typeof english, timeZone: "UTC" });
  translators.set(id, made);
  return made;
}

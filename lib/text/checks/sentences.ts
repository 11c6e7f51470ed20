import type { English } from "@/lib/generated/messages";
import type { Given } from "@/lib/text/messages/filled";

/**
 * What checks find, as keys of the catalogues (below `findings`) with what is filled in: the API says it in English, a page in
 * the language of its reader (`say.ts`).
 */

type Messages = English["findings"];

/** A message below `findings`. */
export type SentenceKey = keyof Messages;

/** What is filled in: a piece of a text, a number, words that are translated themselves, or several pieces. */
export type Value = string | number | Phrase | readonly (string | Phrase)[];

/** Words with what is filled in. Plain JSON, as the editor's page is told it. */
export interface Phrase {
  key: SentenceKey;
  values?: Readonly<Record<string, Value>>;
}

/** Words of the catalogues. */
export const phrase = <Key extends SentenceKey>(key: Key, ...[values]: Given<Messages[Key], Value, number>): Phrase =>
  // What a message takes is told by its type alone.
  values === undefined ? { key } : { key, values: values as Readonly<Record<string, Value>> };

/** Pieces between quotes, as the language of the reader writes them. */
export const quoted = (text: string): Phrase => phrase("quoted", { text });

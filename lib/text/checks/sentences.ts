import type { FindingArguments } from "@/lib/generated/messages";
import type { Given } from "@/lib/text/messages/translator";

/**
 * What checks find, as keys of the catalogues (below `findings`) with what is filled in: the API says it in English, a page in
 * the language of its reader (`say.ts`).
 */

type Taken = FindingArguments<Value, number, never>;

/** A message below `findings`. */
export type SentenceKey = keyof Taken;

/** What is filled in: a piece of a text, a number, words that are translated themselves, or several pieces. */
export type Value = string | number | Phrase | readonly (string | Phrase)[];

/** Words with what is filled in. Plain JSON, as the editor's page is told it. */
export interface Phrase {
  key: SentenceKey;
  values?: Readonly<Record<string, Value>>;
}

/** Words of the catalogues. */
export const phrase = <Key extends SentenceKey>(key: Key, ...[values]: Given<Taken[Key]>): Phrase =>
  // What a message takes is told by its type alone.
  values === undefined ? { key } : { key, values: values as Readonly<Record<string, Value>> };

/** Pieces between quotes, as the language of the reader writes them. */
export const quoted = (text: string): Phrase => phrase("quoted", { text });

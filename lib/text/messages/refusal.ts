import type { RefusalArguments } from "@/lib/generated/messages";
import { type Given, sayAny, type Texts } from "./translator";

/**
 * Why something is refused, as a key of the catalogues (below `refusals`) with what is filled in: the API says it in the language
 * that the request accepts, a page in that of its reader.
 */

type Taken = RefusalArguments<Value, number, never>;

export type RefusalKey = keyof Taken;

/** What is filled in: a text, a number, or words that say more, in the same language. */
type Value = string | number | Refusal;

export interface Refusal {
  key: RefusalKey;
  /**
   * `may` is a permission, which is said by what it allows; `language` the stored name of a language, `namedSetting`
   * a field of the domain, which the API calls by its name outside and a page by its label.
   */
  values?: Readonly<Record<string, Value>>;
}

export const refusal = <Key extends RefusalKey>(key: Key, ...[values]: Given<Taken[Key]>): Refusal =>
  // What a message takes is told by its type alone.
  values === undefined ? { key } : { key, values: values as Readonly<Record<string, Value>> };

/**
 * Says a refusal.
 * @param allows what a permission allows, in the same language
 * @param nameLanguage the name of a language by the one that it is stored with, in the same language
 */
export function sayRefusal(
  t: Texts,
  { key, values = {} }: Refusal,
  allows = (permission: string) => permission,
  nameLanguage = (stored: string) => stored,
): string {
  const filled = Object.entries(values).map(([name, value]): [string, string | number] => {
    if (typeof value === "object") return [name, sayRefusal(t, value, allows, nameLanguage)];
    if (name === "may") return [name, allows(String(value))];
    if (name === "language") return [name, nameLanguage(String(value))];
    return [name, value];
  });
  return sayAny(t)(`refusals.${key}`, Object.fromEntries(filled));
}
